import { randomUUID } from 'node:crypto';
import type { OrganizationId, UserId } from '@berth/contract/ids';
import type { AlertTopic } from '@berth/contract/rules/alerts';
import type { Role } from '@berth/contract/rules/permissions';
import { sql } from 'kysely';
import { columnsOf, type RowOf } from '../../db/columns.ts';
import type { Tx } from '../../db/connection.ts';
import type { AlertContent, AlertKey } from './content.ts';

const STATE_COLUMNS = columnsOf('alert_states', ['machines_mailed_at', 'rollouts_until', 'credits_at', 'credits']);
export type AlertState = RowOf<typeof STATE_COLUMNS>;

const MEMBER_COLUMNS = columnsOf('memberships', ['user_id', 'role', 'alerts']);
export type AlertMember = RowOf<typeof MEMBER_COLUMNS, { readonly role: Role; readonly alerts: AlertTopic[] | null }>;

/** Claims organizations to check. Runs as the system. */
export async function claimChecks(tx: Tx, now: Date, again: string, limit: number): Promise<OrganizationId[]> {
  const { rows } = await sql<{ id: OrganizationId }>`
    select id from claim_alert_checks(${now.toISOString()}::timestamptz, ${again}::interval, ${limit}) as id`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

/** Finds the state of an organization and locks it until the transaction ends; undefined if it was deleted. */
export async function lockState(tx: Tx, organizationId: OrganizationId): Promise<AlertState | undefined> {
  const { rows } = await sql<AlertState>`
    select ${STATE_COLUMNS} from alert_states where organization_id = ${organizationId} for update`.execute(tx);
  return rows[0];
}

export async function saveState(tx: Tx, organizationId: OrganizationId, state: AlertState): Promise<void> {
  await tx.updateTable('alert_states').set(state).where('organization_id', '=', organizationId).execute();
}

export async function listMembers(tx: Tx, organizationId: OrganizationId): Promise<AlertMember[]> {
  const { rows } = await sql<AlertMember>`
    select ${MEMBER_COLUMNS} from memberships where organization_id = ${organizationId}`.execute(tx);
  return rows;
}

const LOCKED_COLUMNS = columnsOf('memberships', ['email', 'role', 'alerts']);
type LockedMember = RowOf<typeof LOCKED_COLUMNS, { readonly role: Role; readonly alerts: AlertTopic[] | null }>;

/** Finds a member and locks its choice until the transaction ends. */
export async function lockMember(
  tx: Tx,
  organizationId: OrganizationId,
  userId: UserId,
): Promise<LockedMember | undefined> {
  const { rows } = await sql<LockedMember>`
    select ${LOCKED_COLUMNS} from memberships
    where organization_id = ${organizationId} and user_id = ${userId} for update`.execute(tx);
  return rows[0];
}

/** The topics that a member chose; null: never chosen. */
export async function findChosen(tx: Tx, organizationId: OrganizationId, userId: UserId): Promise<AlertTopic[] | null> {
  const members = await listMembers(tx, organizationId);
  return members.find(({ user_id }) => user_id === userId)?.alerts ?? null;
}

export async function saveChosen(
  tx: Tx,
  organizationId: OrganizationId,
  userId: UserId,
  topics: readonly AlertTopic[],
): Promise<void> {
  await sql`
    update memberships set alerts = ${[...topics]}::text[]
    where organization_id = ${organizationId} and user_id = ${userId}`.execute(tx);
}

/** Queues an email to each of the members. */
export async function queueMails(
  tx: Tx,
  organizationId: OrganizationId,
  content: AlertContent,
  { userIds, now }: { readonly userIds: readonly UserId[]; readonly now: Date },
): Promise<void> {
  if (userIds.length === 0) return;
  await tx
    .insertInto('alert_mails')
    .values(
      userIds.map((userId) => ({
        organization_id: organizationId,
        mail_id: randomUUID(),
        user_id: userId,
        content: JSON.stringify(content),
        created_at: now.toISOString(),
        mail_at: now.toISOString(),
      })),
    )
    .execute();
}

/** An email that is due. */
export interface DueMail {
  readonly organizationId: OrganizationId;
  readonly organizationName: string;
  readonly mailId: string;
  readonly email: string;
  readonly attempts: number;
  readonly createdAt: string;
  readonly content: AlertContent;
}

/** Claims due emails. Runs as the system. */
export async function claimMails(tx: Tx, now: Date, again: string, limit: number): Promise<DueMail[]> {
  const { rows } = await sql<DueMail>`
    select organization_id as "organizationId", organization_name as "organizationName", mail_id as "mailId", email,
      attempts, created_at as "createdAt", content
    from claim_alert_mails(${now.toISOString()}::timestamptz, ${again}::interval, ${limit})`.execute(tx);
  return rows;
}

/** The person whom a claimed email is for; undefined if that member left meanwhile. */
export async function findRecipient(tx: Tx, { organizationId, mailId }: AlertKey): Promise<UserId | undefined> {
  const { rows } = await sql<{ user_id: UserId }>`
    select user_id from alert_mails where organization_id = ${organizationId} and mail_id = ${mailId}`.execute(tx);
  return rows[0]?.user_id;
}

export async function deleteMail(tx: Tx, { organizationId, mailId }: AlertKey): Promise<void> {
  await tx
    .deleteFrom('alert_mails')
    .where('organization_id', '=', organizationId)
    .where('mail_id', '=', mailId)
    .execute();
}

export async function delayMail(tx: Tx, { organizationId, mailId }: AlertKey, until: Date): Promise<void> {
  await tx
    .updateTable('alert_mails')
    .set({ mail_at: until.toISOString() })
    .where('organization_id', '=', organizationId)
    .where('mail_id', '=', mailId)
    .execute();
}
