import { summarizeMachines } from '@berth/contract/api/fleet';
import type { OrganizationId } from '@berth/contract/ids';
import { type Deployment, LICENSED_DEPLOYMENTS } from '@berth/contract/limits';
import { activeOrganizationId } from '../../../data/active-organization.ts';
import { call } from '../../../data/call.ts';
import { queryClient } from '../../../data/query.ts';
import { informationQuery } from '../../billing/queries.ts';
import { upgradeRequired } from '../../dialogs/upgrade-required.tsx';
import { organizationsQuery } from '../../organizations/queries.ts';
import type { selectorsOf } from '../list/selection.ts';

/** Whether the organization has no Pro. Unknown counts as Pro: the server decides, and says what is missing. */
export function lacksPro(orgId: OrganizationId | null): boolean {
  const organizations = queryClient.getQueryData(organizationsQuery.queryKey);
  return organizations?.find(({ id }) => id === orgId)?.mgmtTier === 'free';
}

/** Machines with a license of their own have what Pro has. */
export function isLicensed(deployment: Deployment): boolean {
  return LICENSED_DEPLOYMENTS.some((each) => each === deployment);
}

/** Before a question about a machine: whether Pro is there for it. If not, what it costs is said. */
export async function mayUsePro({ deployment }: { readonly deployment: Deployment }): Promise<boolean> {
  return isLicensed(deployment) || passes(activeOrganizationId(), async () => 1);
}

/** The same before a question about many machines. */
export function mayUseProForAll(orgId: OrganizationId, selectors: ReturnType<typeof selectorsOf>): Promise<boolean> {
  return passes(orgId, async () => {
    const counts = selectors.map(async (selector) => {
      const chosen = 'machineIds' in selector ? { id: { inq: selector.machineIds } } : whereOf(selector.filter);
      const where = { and: [chosen, { deployment: { nin: [...LICENSED_DEPLOYMENTS] } }] };
      const query = { filter: JSON.stringify({ where }) };
      return (await call(summarizeMachines, { params: { orgId }, query })).total;
    });
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  });
}

async function passes(orgId: OrganizationId | null, countNeeding: () => Promise<number>): Promise<boolean> {
  if (orgId === null || !lacksPro(orgId)) return true;
  const [count] = await Promise.all([
    // Without a count the question comes as usual, and the server refuses.
    countNeeding().catch(() => 0),
    // The price is known to whoever may read billing.
    queryClient.ensureQueryData(informationQuery(orgId)).catch(() => undefined),
  ]);
  if (count === 0) return true;
  await upgradeRequired(count);
  return false;
}

function whereOf(filter: string): object {
  const { where = {} } = JSON.parse(filter) as { where?: object };
  return where;
}
