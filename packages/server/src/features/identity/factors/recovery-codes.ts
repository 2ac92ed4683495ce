import { randomInt } from 'node:crypto';
import type { UserId } from '@berth/contract/ids';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../db/schema.ts';
import { hashWithKey } from '../tokens/secrets.ts';

/** Omits letters and digits that look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const CODES = 10;
const HALF = 5;

function half(): string {
  return Array.from({ length: HALF }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

function hashOf(key: Buffer, userId: UserId, code: string): Buffer {
  return hashWithKey(key, `recovery ${userId}`, code.toLowerCase().replace('-', ''));
}

/** Creates recovery codes, shown only once; null if the account has some. */
export async function ensureRecoveryCodes(db: Kysely<DB>, key: Buffer, userId: UserId): Promise<string[] | null> {
  if ((await recoveryCodesLeft(db, userId)) > 0) return null;
  const codes = Array.from({ length: CODES }, () => `${half()}-${half()}`);
  const hashes = codes.map((code) => hashOf(key, userId, code));
  await sql`
    INSERT INTO identity.recovery_codes (user_id, code_hash)
    SELECT ${userId}, unnest(${hashes}::bytea[])`.execute(db);
  return codes;
}

/** Consumes a code; false if it does not exist. */
export async function takeRecoveryCode(db: Kysely<DB>, key: Buffer, userId: UserId, code: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    DELETE FROM identity.recovery_codes
    WHERE user_id = ${userId} AND code_hash = ${hashOf(key, userId, code)}`.execute(db);
  return numAffectedRows === 1n;
}

/** Counts the unused codes. */
export async function recoveryCodesLeft(db: Kysely<DB>, userId: UserId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM identity.recovery_codes WHERE user_id = ${userId}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Deletes the codes of an account without a second factor. */
export async function deleteUnneededCodes(db: Kysely<DB>, userId: UserId): Promise<void> {
  await sql`
    DELETE FROM identity.recovery_codes WHERE user_id = ${userId}
      AND NOT EXISTS (SELECT 1 FROM identity.totp WHERE user_id = ${userId} AND confirmed_at IS NOT NULL)
      AND NOT EXISTS (SELECT 1 FROM identity.passkeys WHERE user_id = ${userId})`.execute(db);
}
