import type { OrganizationId } from '@berth/contract/ids';
import type { Tx } from '../../../db/connection.ts';
import { noSuchOrganization } from '../errors.ts';

/** Ends the call unless there is such an organization, which then stays until the transaction ends. */
export async function requireOrganization(tx: Tx, organizationId: OrganizationId): Promise<void> {
  if (!(await lockOrganization(tx, organizationId))) throw noSuchOrganization();
}

/** Whether there is such an organization, which then stays until the transaction ends. */
export async function lockOrganization(tx: Tx, organizationId: OrganizationId): Promise<boolean> {
  const row = await tx
    .selectFrom('organizations')
    .select('organization_id')
    .where('organization_id', '=', organizationId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}
