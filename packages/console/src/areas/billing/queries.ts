import { readBilling, readBillingInformation } from '@berth/contract/api/billing';
import type { OrganizationId } from '@berth/contract/ids';
import { queryClient, read } from '../../data/query.ts';

/** Everything on the pages of billing is about one organization. */
export interface BillingProps {
  readonly orgId: OrganizationId;
}

export function accountQuery(id: OrganizationId) {
  return read(readBilling, { params: { id } });
}

export function informationQuery(id: OrganizationId) {
  return read(readBillingInformation, { params: { id } });
}

/** Asks again for all that a change of the account, the tier or the credits may have changed. */
export async function refreshBilling(): Promise<void> {
  await queryClient.invalidateQueries({ predicate: ({ queryKey: [id] }) => String(id).startsWith('billing.') });
  await queryClient.invalidateQueries({ queryKey: ['organizations.list'] });
}
