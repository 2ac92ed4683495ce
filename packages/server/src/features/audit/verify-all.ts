import type { OrganizationId } from '@berth/contract/ids';
import { sql } from 'kysely';
import type { Database } from '../../db/connection.ts';
import { asSystem, inTenant } from '../../db/transaction.ts';
import type { Verification } from './chain.ts';
import { verifyWhole } from './verify-audit.ts';

/** One organization's or person's log, and how far it fits together. */
export interface VerifiedChain extends Verification {
  readonly chain: string;
}

/** Recomputes every chain of the audit log, one after the other. */
export async function* verifyAll(db: Database): AsyncGenerator<VerifiedChain> {
  const { rows } = await asSystem(db, (tx) =>
    sql<{ id: OrganizationId }>`select chain_id as id from audit_chains()`.execute(tx),
  );
  for (const { id } of rows) {
    // A person's chain is read like an organization's: the scope names the chain.
    const verification = await inTenant(db, { organizationId: id }, (tx) => verifyWhole(tx, id));
    yield { chain: id, ...verification };
  }
}
