import { readBilling, readBillingInformation } from '@berth/contract/api/billing';
import type { BillingInformation } from '@berth/contract/api/billing-information';
import type { OrganizationId } from '@berth/contract/ids';
import { creditsWarning } from '@berth/contract/rules/billing';
import { queryClient, read } from '../../data/query.ts';

/** Props of the billing pages, which show one organization. */
export interface BillingProps {
  readonly orgId: OrganizationId;
}

export function accountQuery(id: OrganizationId) {
  return read(readBilling, { params: { id } });
}

export function informationQuery(id: OrganizationId) {
  return read(readBillingInformation, { params: { id } });
}

/** Reloads everything that a change of account, tier or credits may affect. */
export async function refreshBilling(): Promise<void> {
  await queryClient.invalidateQueries({ predicate: ({ queryKey: [id] }) => String(id).startsWith('billing.') });
  await queryClient.invalidateQueries({ queryKey: ['organizations.list'] });
}

/** The data for a warning about credits. */
export type WarnedOf = Pick<BillingInformation, 'endsAt' | 'arrears'>;

/** A warning that was shown, and how many pixels of the page it took. */
interface KnownWarning extends WarnedOf {
  readonly height?: number;
}

const keyOf = (orgId: OrganizationId) => `creditsWarning ${orgId}`;

/**
 * The warning known to the previous page. A page that starts with the notice does not move; a later notice would shift
 * the page under the pointer.
 */
export function knownWarning(orgId: OrganizationId): KnownWarning | undefined {
  const known = stored(orgId);
  return known && creditsWarning(known, Date.now()) ? known : undefined;
}

export function rememberWarning(orgId: OrganizationId, { endsAt, arrears }: WarnedOf): void {
  store(orgId, { ...stored(orgId), endsAt, arrears });
}

/** Remembers the room that the notice takes, which depends on the window: a reload reserves it. */
export function rememberHeight(orgId: OrganizationId, height: number): void {
  const known = stored(orgId);
  if (known) store(orgId, { ...known, height });
}

function stored(orgId: OrganizationId): KnownWarning | undefined {
  const text = sessionStorage.getItem(keyOf(orgId));
  return text === null ? undefined : JSON.parse(text);
}

function store(orgId: OrganizationId, warning: KnownWarning): void {
  sessionStorage.setItem(keyOf(orgId), JSON.stringify(warning));
}
