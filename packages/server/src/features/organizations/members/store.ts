import type { OrganizationId, UserId } from '@berth/contract/ids';
import type { GivenRole, Role } from '@berth/contract/rules/permissions';
import { sql } from 'kysely';
import { columnsOf, type RowOf } from '../../../db/columns.ts';
import type { Tx } from '../../../db/connection.ts';

const MEMBER_COLUMNS = columnsOf('memberships', ['user_id', 'email', 'role', 'created_at']);
export type MemberRow = RowOf<typeof MEMBER_COLUMNS>;

export async function listMembers(tx: Tx, organizationId: OrganizationId): Promise<MemberRow[]> {
  return tx
    .selectFrom('memberships')
    .select(['user_id', 'email', 'role', 'created_at'])
    .where('organization_id', '=', organizationId)
    .orderBy(sql`email collate natural_order`)
    .execute();
}

/** Finds the member with this address and locks it until the transaction ends. */
export async function lockMember(
  tx: Tx,
  organizationId: OrganizationId,
  email: string,
): Promise<MemberRow | undefined> {
  const { rows } = await sql<MemberRow>`
    select ${MEMBER_COLUMNS} from memberships
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

/** Removes a member and cancels their undelivered commands (locks: commands/store-delivery.ts). */
export async function deleteMember(tx: Tx, organizationId: OrganizationId, userId: UserId): Promise<void> {
  await tx
    .deleteFrom('memberships')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .execute();
  const { rows } = await sql<{ place: string }>`
    select ctid::text as place from commands
    where organization_id = ${organizationId} and author_id = ${userId} and state = 'queued'
    order by command_id for update`.execute(tx);
  if (rows.length === 0) return;
  const places = rows.map(({ place }) => place);
  await sql`
    update commands set state = 'cancelled', finished_at = now() where ctid = any (${places}::tid[])`.execute(tx);
}

/** Advances the revision: members are part of an organization's ETag. */
export async function advanceOrganization(tx: Tx, organizationId: OrganizationId): Promise<void> {
  await tx
    .updateTable('organizations')
    .set((column) => ({ revision: column('revision', '+', 1) }))
    .where('organization_id', '=', organizationId)
    .execute();
}

const INVITATION_COLUMNS = columnsOf('invitations', ['email', 'role', 'invited_by', 'created_at']);
export type InvitationRow = RowOf<typeof INVITATION_COLUMNS>;

export interface OwnInvitationRow extends Omit<InvitationRow, 'email'> {
  readonly organization_id: OrganizationId;
  readonly name: string;
}

/** Saves an invitation; it replaces an earlier one for the same address. */
export async function saveInvitation(
  tx: Tx,
  organizationId: OrganizationId,
  invitation: { readonly email: string; readonly role: GivenRole; readonly invitedBy: string },
): Promise<InvitationRow> {
  const { email, role, invitedBy } = invitation;
  const { rows } = await sql<InvitationRow>`
    insert into invitations (organization_id, email, role, invited_by)
    values (${organizationId}, ${email}, ${role}, ${invitedBy})
    on conflict (organization_id, email) do update set role = excluded.role, invited_by = excluded.invited_by,
      created_at = now()
    returning ${INVITATION_COLUMNS}`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('The invitation was not saved');
  return row;
}

export async function listInvitations(tx: Tx, organizationId: OrganizationId): Promise<InvitationRow[]> {
  const { rows } = await sql<InvitationRow>`
    select ${INVITATION_COLUMNS} from invitations where organization_id = ${organizationId}
    order by email collate natural_order`.execute(tx);
  return rows;
}

/** Deletes an invitation; false if there is none. */
export async function deleteInvitation(tx: Tx, organizationId: OrganizationId, email: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('invitations')
    .where('organization_id', '=', organizationId)
    .where('email', '=', email)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Lists invitations of all organizations for the address in the caller's token. */
export async function listOwnInvitations(tx: Tx, email: string): Promise<OwnInvitationRow[]> {
  const { rows } = await sql<OwnInvitationRow>`
    select organization_id, name, role, invited_by, created_at from invitations_for(${email})`.execute(tx);
  return rows;
}

/** Makes the transaction's user a member; false without an invitation for the address. */
export async function acceptInvitation(tx: Tx, organizationId: OrganizationId, email: string): Promise<boolean> {
  const { rows } = await sql<{ accepted: boolean }>`
    select accept_invitation(${organizationId}::uuid, ${email}) as accepted`.execute(tx);
  return rows[0]?.accepted === true;
}

export async function declineInvitation(tx: Tx, organizationId: OrganizationId, email: string): Promise<boolean> {
  const { rows } = await sql<{ declined: boolean }>`
    select decline_invitation(${organizationId}::uuid, ${email}) as declined`.execute(tx);
  return rows[0]?.declined === true;
}
