import { sql } from 'kysely';
import type { Database } from '../db/connection.ts';
import { asSystem } from '../db/transaction.ts';
import type { UseNonce } from './nonce.ts';

/** Nonces are used up on all nodes, even if the call that contains one fails. */
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
