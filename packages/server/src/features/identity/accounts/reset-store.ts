import type { UserId } from '@berth/contract/ids';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../db/schema.ts';

interface Owner {
  readonly user_id: UserId;
}

/** Remembers the link of a "forgot password" mail; of nobody's where the address is unknown. */
export async function insertReset(
  db: Kysely<DB>,
  tokenHash: Buffer,
  userId: UserId | null,
  minutes: number,
): Promise<void> {
  await sql`
    INSERT INTO identity.password_resets (token_hash, user_id, expires_at)
    VALUES (${tokenHash}, ${userId}, now() + make_interval(mins => ${minutes}))`.execute(db);
}

/** Whose password the link may set; undefined when it is used, expired or made up. */
export async function resetOwner(db: Kysely<DB>, tokenHash: Buffer): Promise<UserId | undefined> {
  const { rows } = await sql<Owner>`
    SELECT user_id FROM identity.password_resets
    WHERE token_hash = ${tokenHash} AND user_id IS NOT NULL AND expires_at > now()`.execute(db);
  return rows[0]?.user_id;
}

/** Uses a link up, and with it all others of the same person; of two at once, one gets the owner. */
export async function consumeReset(db: Kysely<DB>, tokenHash: Buffer): Promise<UserId | undefined> {
  const { rows } = await sql<Owner>`
    DELETE FROM identity.password_resets
    WHERE token_hash = ${tokenHash} AND user_id IS NOT NULL AND expires_at > now() RETURNING user_id`.execute(db);
  const owner = rows[0]?.user_id;
  if (owner) await sql`DELETE FROM identity.password_resets WHERE user_id = ${owner}`.execute(db);
  return owner;
}
