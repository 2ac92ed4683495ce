import { sql } from 'kysely';
import type { Database } from '../db/connection.ts';
import { asSystem } from '../db/transaction.ts';

/** Takes a nonce; false where somebody did so before. Those whose time is over are forgotten. */
export type UseNonce = (nonce: string, expiresAtMs: number) => Promise<boolean>;

/** Nonces are used once for all nodes, and a used one stays used when the call that brought it fails. */
export function usedNonces(db: Database): UseNonce {
  return async (nonce, expiresAtMs) =>
    asSystem(db, async (tx) => {
      await sql`delete from identity.used_nonces where expires_at < now() - interval '1 minute'`.execute(tx);
      const { rows } = await sql`
        insert into identity.used_nonces (nonce, expires_at) values (${nonce}, ${new Date(expiresAtMs).toISOString()})
        on conflict do nothing returning nonce`.execute(tx);
      return rows.length === 1;
    });
}
