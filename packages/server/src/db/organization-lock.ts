import type { OrganizationId } from '@berth/contract/ids';
import type { Tx } from './connection.ts';

/**
 * Locks an organization until the transaction ends; false if it does not exist. Calls that take this lock follow each
 * other: those that count what an organization has before they add to it, and those that compare its state with what the
 * caller has seen.
 */
export async function lockOrganization(tx: Tx, organizationId: OrganizationId): Promise<boolean> {
  const row = await tx
    .selectFrom('organizations')
    .select('organization_id')
    .where('organization_id', '=', organizationId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}
