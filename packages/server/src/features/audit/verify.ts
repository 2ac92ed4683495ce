import { createHash } from 'node:crypto';
import { verifyAudit } from '@berth/contract/api/audit';
import type { OrganizationId } from '@berth/contract/ids';
import { sql } from 'kysely';
import type { Database, Tx } from '../../db/connection.ts';
import { asSystem, inTenant } from '../../db/transaction.ts';
import { route } from '../../http/route.ts';
import { type Dispute, holdsHead, listDisputes } from './heads.ts';
import { type ChainId, type EntryRow, findHead, pagesWithin } from './store.ts';

export const verifyAuditRoute = route(verifyAudit, async ({ query, tx, organizationId }) => {
  const { head, disputes, ...verification } = await verifyWhole(tx, organizationId);
  return {
    ...verification,
    head: head?.toString('hex') ?? null,
    disputedBy: disputes.map(({ machineId }) => machineId),
    holds: query.kept === undefined ? null : await holdsHead(tx, organizationId, query.kept),
  };
});

/** Checks a chain by itself and against the heads that machines kept: a truncated chain is still consistent. */
async function verifyWhole(tx: Tx, chain: ChainId): Promise<Verification & { readonly disputes: readonly Dispute[] }> {
  const verification = await verifyChain(chain, pagesWithin(tx, chain), await findHead(tx, chain));
  const disputes = await listDisputes(tx, chain);
  const [first] = disputes;
  if (!first || !verification.intact) return { ...verification, disputes };
  const brokenAt = Math.min(first.sequence, verification.entries + 1);
  return { ...verification, intact: false, entries: brokenAt - 1, brokenAt, disputes };
}

/** A log of an organization or person, and how far it is intact. */
interface VerifiedChain extends Verification {
  readonly chain: string;
  /** Machines that keep an entry which it lacks. */
  readonly disputes: readonly Dispute[];
}

/** Verifies every chain of the audit log, one at a time. */
export async function* verifyAll(db: Database): AsyncGenerator<VerifiedChain> {
  const { rows } = await asSystem(db, (tx) =>
    sql<{ id: OrganizationId }>`select chain_id as id from audit_chains()`.execute(tx),
  );
  for (const { id } of rows) {
    // A person's chain is read like an organization's: the scope selects the chain.
    const verification = await inTenant(db, { organizationId: id }, (tx) => verifyWhole(tx, id));
    yield { chain: id, ...verification };
  }
}

/** How far a chain is intact. */
interface Verification {
  readonly intact: boolean;
  readonly entries: number;
  readonly brokenAt: number | null;
  readonly head: Buffer | null;
}

/** The previous hash of a chain's first entry. */
function seedOf(chain: ChainId): Buffer {
  return createHash('sha256').update(chain).digest();
}

/**
 * The hash of an entry: SHA-256 over the previous hash and a JSON array of its texts, separated by a comma and a space,
 * as the database writes it (append_audit).
 */
function hashOf(entry: EntryRow, previous: Buffer): Buffer {
  const parts = [
    entry.chain_id,
    String(entry.sequence),
    new Date(entry.time).toISOString(),
    entry.actor_kind,
    entry.actor_id,
    entry.actor,
    entry.action,
    entry.target_kind,
    entry.target_id,
    entry.address,
    entry.request_id,
    entry.before_json,
    entry.after_json,
  ];
  const text = `[${parts.map((part) => JSON.stringify(part)).join(', ')}]`;
  return createHash('sha256').update(previous).update(text).digest();
}

/** Recomputes a whole chain in order and compares its end with the stored head. */
async function verifyChain(
  chain: ChainId,
  pages: AsyncIterable<readonly EntryRow[]>,
  head: { readonly sequence: number; readonly hash: Buffer } | undefined,
): Promise<Verification> {
  let previous = seedOf(chain);
  let sequence = 0;
  const broken = (): Verification => ({ intact: false, entries: sequence, brokenAt: sequence + 1, head: previous });
  for await (const page of pages) {
    for (const entry of page) {
      // Entries added since the head was read are checked next time.
      if (head && sequence === head.sequence) break;
      const fits =
        entry.sequence === sequence + 1 &&
        entry.previous_hash.equals(previous) &&
        entry.hash.equals(hashOf(entry, previous));
      if (!fits) return broken();
      previous = entry.hash;
      sequence = entry.sequence;
    }
  }
  const complete = head ? head.sequence === sequence && head.hash.equals(previous) : sequence === 0;
  if (!complete) return broken();
  return { intact: true, entries: sequence, brokenAt: null, head: sequence === 0 ? null : previous };
}
