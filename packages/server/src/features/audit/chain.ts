import { createHash } from 'node:crypto';
import type { ChainId, EntryRow } from './store.ts';

/** How far a chain fits together. */
export interface Verification {
  readonly intact: boolean;
  readonly entries: number;
  readonly brokenAt: number | null;
  readonly head: Buffer | null;
}

/** What the first entry of a chain follows. */
function seedOf(chain: ChainId): Buffer {
  return createHash('sha256').update(chain).digest();
}

/**
 * The hash of an entry: SHA-256 over the hash before it and a JSON array of its texts, its parts separated by a comma
 * and a blank, as the database writes it (append_audit).
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

/** Recomputes a whole chain, page by page in its order, and compares its end with what the head says. */
export async function verifyChain(
  chain: ChainId,
  pages: AsyncIterable<readonly EntryRow[]>,
  head: { readonly sequence: number; readonly hash: Buffer } | undefined,
): Promise<Verification> {
  let previous = seedOf(chain);
  let sequence = 0;
  const broken = (): Verification => ({ intact: false, entries: sequence, brokenAt: sequence + 1, head: previous });
  for await (const page of pages) {
    for (const entry of page) {
      // Entries that were added since the head was read are for the next time.
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
