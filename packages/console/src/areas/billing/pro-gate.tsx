import { summarizeMachines } from '@berth/contract/api/fleet';
import type { OrganizationId } from '@berth/contract/ids';
import { type Deployment, LICENSED_DEPLOYMENTS } from '@berth/contract/limits';
import { call } from '@berth/web/data/call.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import type { ReactNode } from 'react';
import { activeOrganizationId } from '../../data/active-organization.ts';
import { queryClient } from '../../data/query.ts';
import { upgradeRequired } from '../dialogs/upgrade-required.tsx';
import type { selectorsOf } from '../machines/list/selection.ts';
import { organizationsQuery } from '../organizations/queries.ts';
import styles from './billing.module.css';
import { informationQuery } from './queries.ts';

/**
 * Whether the organization lacks Pro, or its credits ran out. Unknown counts as Pro: the server decides, and says what is
 * missing.
 */
export function lacksPro(orgId: OrganizationId | null): boolean {
  const organizations = queryClient.getQueryData(organizationsQuery.queryKey);
  const organization = organizations?.find(({ id }) => id === orgId);
  return organization?.mgmtTier === 'free' || organization?.proLapsed === true;
}

/** Machines with a license of their own have Pro features. */
export function isLicensed(deployment: Deployment): boolean {
  return LICENSED_DEPLOYMENTS.some((each) => each === deployment);
}

/** Checks Pro for a machine before asking for input; without Pro, shows its price. */
export async function mayUsePro({ deployment }: { readonly deployment: Deployment }): Promise<boolean> {
  return isLicensed(deployment) || passes(activeOrganizationId(), async () => 1);
}

/** The same before asking about many machines. */
export function mayUseProForAll(orgId: OrganizationId, selectors: ReturnType<typeof selectorsOf>): Promise<boolean> {
  return passes(orgId, async () => {
    const counts = selectors.map((selector) => {
      const chosen = 'machineIds' in selector ? { id: { inq: selector.machineIds } } : whereOf(selector.filter);
      return countUnlicensed(orgId, chosen);
    });
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  });
}

/** Offers Pro with its price for machines whose command the server has refused. */
export async function offerProFor(orgId: OrganizationId, filter: string): Promise<void> {
  const count = async () => countUnlicensed(orgId, whereOf(filter));
  const [machines] = await Promise.all([count().catch(() => 0), learnPrice(orgId)]);
  await upgradeRequired(machines);
}

/** Checks Pro before another profile is named or chosen: the first is free, more require Pro for every machine. */
export async function mayAddProfile(orgId: OrganizationId, existing: number): Promise<boolean> {
  if (existing === 0 || !lacksPro(orgId)) return true;
  const [machines] = await Promise.all([countUnlicensed(orgId, {}).catch(() => 0), learnPrice(orgId)]);
  await upgradeRequired(machines, 'all');
  return false;
}

async function passes(orgId: OrganizationId | null, countNeeding: () => Promise<number>): Promise<boolean> {
  if (orgId === null || !lacksPro(orgId)) return true;
  // Without a count the dialog opens as usual, and the server refuses.
  const [count] = await Promise.all([countNeeding().catch(() => 0), learnPrice(orgId)]);
  if (count === 0) return true;
  await upgradeRequired(count);
  return false;
}

/** The price is known to members with access to billing. */
function learnPrice(orgId: OrganizationId): Promise<unknown> {
  return queryClient.ensureQueryData(informationQuery(orgId)).catch(() => undefined);
}

/** Number of machines in a filter without a license of their own. */
async function countUnlicensed(orgId: OrganizationId, chosen: object): Promise<number> {
  const where = { and: [chosen, { deployment: { nin: [...LICENSED_DEPLOYMENTS] } }] };
  return (await call(summarizeMachines, { params: { orgId }, query: { filter: JSON.stringify({ where }) } })).total;
}

function whereOf(filter: string): object {
  const { where = {} } = JSON.parse(filter) as { where?: object };
  return where;
}

/** Marks Pro features in an organization without Pro. */
export function ProMark(): ReactNode {
  return <span className={styles.mark}>{useTexts().t('console.tier.pro')}</span>;
}
