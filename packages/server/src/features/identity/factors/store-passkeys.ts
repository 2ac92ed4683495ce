import type { UserId } from '@berth/contract/ids';
import { type Kysely, sql } from 'kysely';
import { columnsOf, type RowOf } from '../../../db/columns.ts';
import type { DB } from '../../../db/schema.ts';

const COLUMNS = columnsOf('identity.passkeys', [
  'credential_id',
  'user_id',
  'name',
  'public_key',
  'counter',
  'transports',
  'created_at',
  'last_used_at',
]);
export type PasskeyRow = RowOf<typeof COLUMNS>;

const CHALLENGE_MINUTES = 10;

/** Lists a person's passkeys, oldest first. */
export async function passkeysOf(db: Kysely<DB>, userId: UserId): Promise<PasskeyRow[]> {
  const { rows } = await sql<PasskeyRow>`
    SELECT ${COLUMNS} FROM identity.passkeys WHERE user_id = ${userId} ORDER BY created_at, credential_id`.execute(db);
  return rows;
}

/** Finds a passkey by its credential ID. */
export async function passkeyById(db: Kysely<DB>, credentialId: string): Promise<PasskeyRow | undefined> {
  const { rows } = await sql<PasskeyRow>`
    SELECT ${COLUMNS} FROM identity.passkeys WHERE credential_id = ${credentialId}`.execute(db);
  return rows[0];
}

/** Adds a passkey; undefined if it is already registered. */
export async function insertPasskey(
  db: Kysely<DB>,
  passkey: Omit<PasskeyRow, 'created_at' | 'last_used_at'>,
): Promise<PasskeyRow | undefined> {
  const { rows } = await sql<PasskeyRow>`
    INSERT INTO identity.passkeys (credential_id, user_id, name, public_key, counter, transports)
    VALUES (${passkey.credential_id}, ${passkey.user_id}, ${passkey.name}, ${passkey.public_key}, ${passkey.counter},
      ${passkey.transports})
    ON CONFLICT (credential_id) DO NOTHING RETURNING ${COLUMNS}`.execute(db);
  return rows[0];
}

/**
 * Records a use; false if the counter did not grow: the key was copied, or the reply is a replay. Authenticators that do
 * not count always send 0 (WebAuthn Level 3, 6.1.1).
 */
export async function countPasskeyUse(db: Kysely<DB>, credentialId: string, counter: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE identity.passkeys SET counter = ${counter}, last_used_at = now()
    WHERE credential_id = ${credentialId} AND (counter < ${counter} OR (counter = 0 AND ${counter} = 0))`.execute(db);
  return numAffectedRows === 1n;
}

/** Deletes one of a person's passkeys. */
export async function deletePasskey(db: Kysely<DB>, userId: UserId, credentialId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    DELETE FROM identity.passkeys WHERE user_id = ${userId} AND credential_id = ${credentialId}`.execute(db);
  return numAffectedRows === 1n;
}

/** Stores the challenge that a new passkey must sign. */
export async function insertChallenge(db: Kysely<DB>, userId: UserId, challenge: string): Promise<void> {
  await sql`
    INSERT INTO identity.passkey_challenges (user_id, challenge, expires_at)
    VALUES (${userId}, ${challenge}, now() + make_interval(mins => ${CHALLENGE_MINUTES}))
    ON CONFLICT (user_id) DO UPDATE SET challenge = excluded.challenge, expires_at = excluded.expires_at`.execute(db);
}

/** Consumes the challenge. */
export async function takeChallenge(db: Kysely<DB>, userId: UserId): Promise<string | undefined> {
  const { rows } = await sql<{ challenge: string }>`
    DELETE FROM identity.passkey_challenges WHERE user_id = ${userId} AND expires_at > now()
    RETURNING challenge`.execute(db);
  return rows[0]?.challenge;
}
