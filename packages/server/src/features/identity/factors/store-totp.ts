import type { UserId } from '@berth/contract/ids';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../db/schema.ts';
import type { Sealer } from '../../../platform/seal.ts';
import { matchingStep } from './totp.ts';

interface TotpRow {
  readonly sealed: string;
  readonly confirmed: boolean;
  readonly last_step: number;
}

function context(userId: UserId): string {
  return `totp ${userId}`;
}

/** Stores a secret until its first code confirms it; false if an authenticator app is already in use. */
export async function insertTotp(db: Kysely<DB>, sealer: Sealer, userId: UserId, secret: Buffer): Promise<boolean> {
  const sealed = sealer.seal(secret.toString('base64'), context(userId));
  const { numAffectedRows } = await sql`
    INSERT INTO identity.totp AS totp (user_id, sealed) VALUES (${userId}, ${sealed})
    ON CONFLICT (user_id) DO UPDATE SET sealed = excluded.sealed, last_step = 0
    WHERE totp.confirmed_at IS NULL`.execute(db);
  return numAffectedRows === 1n;
}

/** Whether the account has a confirmed authenticator app. */
export async function hasTotp(db: Kysely<DB>, userId: UserId): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM identity.totp WHERE user_id = ${userId} AND confirmed_at IS NOT NULL`.execute(db);
  return rows.length > 0;
}

/** Consumes a code; with `confirming`, the first one of an unconfirmed secret. Of concurrent uses, one succeeds. */
export async function takeTotpCode(
  db: Kysely<DB>,
  sealer: Sealer,
  userId: UserId,
  code: string,
  { now, confirming }: { readonly now: number; readonly confirming: boolean },
): Promise<boolean> {
  const { rows } = await sql<TotpRow>`
    SELECT sealed, confirmed_at IS NOT NULL AS confirmed, last_step FROM identity.totp
    WHERE user_id = ${userId} FOR UPDATE`.execute(db);
  const [row] = rows;
  if (!row || row.confirmed === confirming) return false;
  const secret = Buffer.from(sealer.open(row.sealed, context(userId)), 'base64');
  const step = matchingStep(secret, code, now, row.last_step);
  if (step === undefined) return false;
  await sql`
    UPDATE identity.totp SET last_step = ${step}, confirmed_at = coalesce(confirmed_at, now())
    WHERE user_id = ${userId}`.execute(db);
  return true;
}

/** Deletes the authenticator app. */
export async function deleteTotp(db: Kysely<DB>, userId: UserId): Promise<void> {
  await sql`DELETE FROM identity.totp WHERE user_id = ${userId}`.execute(db);
}
