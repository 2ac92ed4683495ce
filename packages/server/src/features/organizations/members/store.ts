import type { OrganizationId, UserId } from '@berth/contract/ids';
import type { Role } from '@berth/contract/rules/permissions';
import { sql } from 'kysely';
import { columnsOf, type RowOf } from '../../../db/columns.ts';
import type { Tx } from '../../../db/connection.ts';

const COLUMNS = columnsOf('memberships', ['user_id', 'email', 'role', 'created_at']);
export type MemberRow = RowOf<typeof COLUMNS>;

export async function listMembers(tx: Tx, organizationId: OrganizationId): Promise<MemberRow[]> {
  return tx
    .selectFrom('memberships')
    .select(['user_id', 'email', 'role', 'created_at'])
    .where('organization_id', '=', organizationId)
    .orderBy(sql`email collate natural_order`)
    .execute();
}

/** The member with this address, locked until the transaction ends. */
export async function lockMember(
  tx: Tx,
  organizationId: OrganizationId,
  email: string,
): Promise<MemberRow | undefined> {
  const { rows } = await sql<MemberRow>`
    select ${COLUMNS} from memberships
    where organization_id = ${organizationId} and lower(email) = lower(${email}) for update`.execute(tx);
  return rows[0];
}

export async function setRole(tx: Tx, organizationId: OrganizationId, userId: UserId, role: Role): Promise<void> {
  await tx
    .updateTable('memberships')
    .set({ role })
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .execute();
}

/** Removes a member and cancels their undelivered commands. */
export async function deleteMember(tx: Tx, organizationId: OrganizationId, userId: UserId): Promise<void> {
  await tx
    .deleteFrom('memberships')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .execute();
  await sql`
    update commands set state = 'cancelled', finished_at = now()
    where organization_id = ${organizationId} and author_id = ${userId} and state = 'queued'`.execute(tx);
}

/** Who belongs to an organization is part of what its tag stands for. */
export async function advanceOrganization(tx: Tx, organizationId: OrganizationId): Promise<void> {
  await tx
    .updateTable('organizations')
    .set((column) => ({ revision: column('revision', '+', 1) }))
    .where('organization_id', '=', organizationId)
    .execute();
}
