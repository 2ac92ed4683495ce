import { randomUUID } from 'node:crypto';
import type { AccountObstacle } from '@berth/contract/api/account';
import type { OrganizationId, UserId } from '@berth/contract/ids';
import type { Language } from '@berth/contract/rules/languages';
import { PLATFORM_ADMIN } from '@berth/contract/rules/permissions';
import { normalizeEmail, pseudonymOf } from '@berth/contract/rules/text';
import { type Kysely, sql } from 'kysely';
import { columnsOf, type RowOf } from '../../../db/columns.ts';
import type { Tx } from '../../../db/connection.ts';
import type { DB } from '../../../db/schema.ts';
import type { Logger } from '../../../platform/logger.ts';

/** A person who can log in; the address is confirmed. */
export interface Account {
  readonly userId: UserId;
  /** In lower case. */
  readonly email: string;
  readonly passwordHash: string | null;
  readonly language: Language;
}

/** The provider's access to accounts. */
export interface AccountReader {
  byId(userId: string): Promise<Account | undefined>;
}

const COLUMNS = columnsOf('identity.accounts', ['user_id', 'email', 'password_hash', 'language']);
type AccountRow = RowOf<typeof COLUMNS>;

function toAccount(row: AccountRow | undefined): Account | undefined {
  return row && { userId: row.user_id, email: row.email, passwordHash: row.password_hash, language: row.language };
}

/** Finds the account of a person; undefined for unknown IDs. */
export async function accountById(db: Kysely<DB>, userId: string): Promise<Account | undefined> {
  const { rows } = await sql<AccountRow>`
    SELECT ${COLUMNS} FROM identity.accounts
    WHERE user_id = ${userId}`.execute(db);
  return toAccount(rows[0]);
}

/** The person to name in the audit log; the account must exist. */
export async function personById(db: Kysely<DB>, userId: UserId): Promise<Pick<Account, 'userId' | 'email'>> {
  const account = await accountById(db, userId);
  if (!account) throw new Error('The account does not exist');
  return { userId, email: account.email };
}

/** Finds the account of an address, given in lower case. */
export async function accountByEmail(db: Kysely<DB>, email: string): Promise<Account | undefined> {
  const { rows } = await sql<AccountRow>`
    SELECT ${COLUMNS} FROM identity.accounts
    WHERE email = ${email}`.execute(db);
  return toAccount(rows[0]);
}

/** Finds the language of the account of an address; undefined without an account. */
export function languageFinder(db: Kysely<DB>): (email: string) => Promise<Language | undefined> {
  return async (email) => (await accountByEmail(db, normalizeEmail(email)))?.language;
}

/** Creates the account of a confirmed address; undefined if it exists. */
export async function insertAccount(
  db: Kysely<DB>,
  account: { readonly email: string; readonly passwordHash: string | null; readonly language: Language },
): Promise<Account | undefined> {
  const { rows } = await sql<AccountRow>`
    INSERT INTO identity.accounts (user_id, email, password_hash, language)
    VALUES (${randomUUID()}, ${account.email}, ${account.passwordHash}, ${account.language})
    ON CONFLICT (email) DO NOTHING
    RETURNING ${COLUMNS}`.execute(db);
  return toAccount(rows[0]);
}

/** Sets a new password. Links that were mailed to set one are void. */
export async function setPasswordHash(db: Kysely<DB>, userId: UserId, passwordHash: string): Promise<void> {
  await sql`DELETE FROM identity.password_resets WHERE user_id = ${userId}`.execute(db);
  await sql`
    UPDATE identity.accounts SET password_hash = ${passwordHash}, password_changed_at = now()
    WHERE user_id = ${userId}`.execute(db);
}

/** Reads when an account was created and its password set. */
export async function accountDates(
  db: Kysely<DB>,
  userId: UserId,
): Promise<{ email: string; created_at: string; password_changed_at: string } | undefined> {
  const { rows } = await sql<{ email: string; created_at: string; password_changed_at: string }>`
    SELECT email, created_at, password_changed_at FROM identity.accounts WHERE user_id = ${userId}`.execute(db);
  return rows[0];
}

/** Lists what prevents the deletion of an account. */
export async function accountObstacles(tx: Tx, { userId }: Pick<Account, 'userId'>): Promise<AccountObstacle[]> {
  const { rows } = await sql<AccountObstacle>`
    SELECT organization_id AS "organizationId", name, reason FROM account_obstacles(${userId}::uuid)`.execute(tx);
  return rows;
}

/** An organization that the person left; deleted if it had no other members. */
export interface LeftOrganization {
  readonly organizationId: OrganizationId;
  readonly deleted: boolean;
}

/**
 * Deletes a person's memberships and account with everything that depends on it. What they created for an organization
 * stays, under an irreversible pseudonym.
 */
export async function eraseAccount(
  tx: Tx,
  { userId, email }: Pick<Account, 'userId' | 'email'>,
  auditEntry: object,
): Promise<LeftOrganization[]> {
  const { rows } = await sql<LeftOrganization>`
    SELECT organization_id AS "organizationId", deleted
    FROM give_up_account(${userId}::uuid, ${email}, ${pseudonymOf(userId)}, ${JSON.stringify([auditEntry])}::json)`.execute(
    tx,
  );
  await sql`UPDATE product_ids SET created_by = ${pseudonymOf(userId)} WHERE lower(created_by) = ${email}`.execute(tx);
  await sql`DELETE FROM identity.provider_records WHERE user_id = ${userId}`.execute(tx);
  await sql`DELETE FROM identity.sign_ups WHERE email = ${email}`.execute(tx);
  await sql`DELETE FROM identity.accounts WHERE user_id = ${userId}`.execute(tx);
  return rows;
}

/** The permissions in a person's access token: platform:admin (spec chapter 6). Addresses are in lower case. */
export type PermissionsOf = (userId: UserId, email: string) => Promise<string[]>;

/**
 * Platform administrators are configured by address and bound to the first person who logs in with it: a later owner of
 * the address gets no rights. Removing an address from the configuration removes the binding.
 */
export async function createPlatformAdmins(
  db: Kysely<DB>,
  emails: readonly string[],
  logger: Logger,
): Promise<PermissionsOf> {
  const configured = new Set(emails);
  await sql`DELETE FROM identity.platform_admins WHERE email <> ALL (${[...configured]}::text[])`.execute(db);

  return async (userId, email) => {
    if (!configured.has(email)) return [];
    const bound = await sql`
      INSERT INTO identity.platform_admins (email, user_id) VALUES (${email}, ${userId})
      ON CONFLICT (email) DO NOTHING`.execute(db);
    if (bound.numAffectedRows === 1n) {
      logger.info({ userId }, 'A platform administrator logged in for the first time');
      return [PLATFORM_ADMIN];
    }
    const { rows } = await sql`
      SELECT 1 FROM identity.platform_admins WHERE email = ${email} AND user_id = ${userId}`.execute(db);
    if (rows.length === 1) return [PLATFORM_ADMIN];
    logger.warn({ userId }, "Another person has a platform administrator's address and gets no administrator rights");
    return [];
  };
}
