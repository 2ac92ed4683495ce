import type { OrganizationId, UserId } from '@berth/contract/ids';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/connection.ts';

/** An organisation's log, or a person's own. */
export type ChainId = OrganizationId | UserId;

/** An entry as it is handed to the database, which adds its place in the chain and its time. */
export interface NewEntry {
  readonly actor_kind: 'person' | 'api-key' | 'machine' | 'system';
  readonly actor_id: string | null;
  readonly actor: string;
  readonly action: string;
  readonly target_kind: string | null;
  readonly target_id: string | null;
  readonly address: string | null;
  readonly request_id: string | null;
  /** JSON text. */
  readonly before_json: string | null;
  readonly after_json: string | null;
}

export interface EntryRow extends NewEntry {
  readonly chain_id: ChainId;
  readonly sequence: number;
  readonly time: string;
  readonly previous_hash: Buffer;
  readonly hash: Buffer;
}

/** Adds entries to a chain of the transaction's organisation or person: one round trip, however many there are. */
export async function appendEntries(tx: Tx, chain: ChainId, entries: readonly NewEntry[]): Promise<void> {
  await sql`select append_audit(${chain}::uuid, ${JSON.stringify(entries)}::json)`.execute(tx);
}

export interface EntryQuery {
  readonly where: RawBuilder<boolean>;
  readonly order: RawBuilder<unknown>;
  readonly limit: number;
  readonly skip: number;
}

export async function listEntries(tx: Tx, chain: ChainId, query: EntryQuery): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select * from audit_entries e where e.chain_id = ${chain} and ${query.where}
    order by ${query.order} limit ${query.limit} offset ${query.skip}`.execute(tx);
  return rows;
}

/** The entries after one, in their order. */
export function pageAfter(
  tx: Tx,
  chain: ChainId,
  sequence: number,
  limit: number,
  where: RawBuilder<boolean> = sql`true`,
): Promise<EntryRow[]> {
  return listEntries(tx, chain, {
    where: sql`e.sequence > ${sequence} and ${where}`,
    order: sql`e.sequence`,
    limit,
    skip: 0,
  });
}

/** What the newest entry should be; undefined where the chain has none. */
export async function findHead(
  tx: Tx,
  chain: ChainId,
): Promise<{ readonly sequence: number; readonly hash: Buffer } | undefined> {
  return tx.selectFrom('audit_heads').select(['sequence', 'hash']).where('chain_id', '=', chain).executeTakeFirst();
}
