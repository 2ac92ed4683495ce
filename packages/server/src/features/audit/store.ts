import type { ActorKind } from '@berth/contract/api/audit';
import type { OrganizationId, UserId } from '@berth/contract/ids';
import { type RawBuilder, sql } from 'kysely';
import { escapeLiteral } from 'pg';
import { columnsOf, type RowOf } from '../../db/columns.ts';
import type { Database, Tx } from '../../db/connection.ts';
import { atCommit, inTenant } from '../../db/transaction.ts';

/** The log of an organization or of a person. */
export type ChainId = OrganizationId | UserId;

/** A new entry; the database adds its position in the chain and its time. */
export interface NewEntry {
  readonly actor_kind: ActorKind;
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

const COLUMNS = columnsOf('audit_entries', [
  'chain_id',
  'sequence',
  'time',
  'actor_kind',
  'actor_id',
  'actor',
  'action',
  'target_kind',
  'target_id',
  'address',
  'request_id',
  'before_json',
  'after_json',
  'previous_hash',
  'hash',
]);
export type EntryRow = RowOf<typeof COLUMNS>;

/** An entry with the current names of actor and target, or those of that time. */
export interface NamedRow extends EntryRow {
  readonly actor_name: string;
  readonly target_name: string | null;
}

const machineName = (id: string) =>
  sql`(select m.name from machines m where m.organization_id = e.chain_id and m.machine_id = ${sql.ref(id)})`;

export const ACTOR_NAME = sql`coalesce(case when e.actor_kind = 'machine' then ${machineName('e.actor_id')} end, e.actor)`;

export const TARGET_NAME = sql`coalesce(
  case e.target_kind
    when 'machine' then ${machineName('e.target_id')}
    when 'profile' then (
      select p.name from profiles p where p.organization_id = e.chain_id and p.profile_id::text = e.target_id
    )
  end,
  audit_text(e.after_json, 'name', 'email', 'url'), audit_text(e.before_json, 'name', 'email', 'url'))`;

export const COMMAND = sql`case when e.target_kind in ('command', 'batch') then audit_text(e.after_json, 'type') end`;

/** Adds entries to a chain of the transaction's organization or person, together with its commit: the chain is locked. */
export async function appendEntries(tx: Tx, chain: ChainId, entries: readonly NewEntry[]): Promise<void> {
  await atCommit(
    tx,
    `select append_audit(${escapeLiteral(chain)}::uuid, ${escapeLiteral(JSON.stringify(entries))}::json)`,
  );
}

interface EntryQuery {
  readonly where: RawBuilder<boolean>;
  readonly order: RawBuilder<unknown>;
  readonly limit: number;
  readonly skip: number;
}

async function listEntries(tx: Tx, chain: ChainId, query: EntryQuery): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select ${COLUMNS} from audit_entries e where e.chain_id = ${chain} and ${query.where}
    order by ${query.order} limit ${query.limit} offset ${query.skip}`.execute(tx);
  return rows;
}

/** The same with current names. */
export async function listNamedEntries(tx: Tx, chain: ChainId, query: EntryQuery): Promise<NamedRow[]> {
  const { rows } = await sql<NamedRow>`
    select ${COLUMNS}, ${ACTOR_NAME} as actor_name, ${TARGET_NAME} as target_name
    from audit_entries e where e.chain_id = ${chain} and ${query.where}
    order by ${query.order} limit ${query.limit} offset ${query.skip}`.execute(tx);
  return rows;
}

/** The entries after one, in order. */
function pageAfter(
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

/** The expected newest entry; undefined for an empty chain. */
export async function findHead(
  tx: Tx,
  chain: ChainId,
): Promise<{ readonly sequence: number; readonly hash: Buffer } | undefined> {
  return tx.selectFrom('audit_heads').select(['sequence', 'hash']).where('chain_id', '=', chain).executeTakeFirst();
}

const PAGE = 1_000;

/** A log in order, page by page, to limit memory use. */
async function* pages(
  readAfter: (sequence: number) => Promise<readonly EntryRow[]>,
): AsyncGenerator<readonly EntryRow[]> {
  for (let last = 0; ; ) {
    const page = await readAfter(last);
    if (page.length > 0) yield page;
    if (page.length < PAGE) return;
    last = page.at(-1)?.sequence ?? last;
  }
}

/** A chain, read within one transaction. */
export function pagesWithin(tx: Tx, chain: ChainId): AsyncGenerator<readonly EntryRow[]> {
  return pages((sequence) => pageAfter(tx, chain, sequence, PAGE));
}

/** An organization's log, each page in a separate transaction, for slow readers. */
export function pagesOf(
  db: Database,
  organizationId: OrganizationId,
  where?: RawBuilder<boolean>,
): AsyncGenerator<readonly EntryRow[]> {
  return pages((sequence) =>
    inTenant(db, { organizationId }, (tx) => pageAfter(tx, organizationId, sequence, PAGE, where)),
  );
}
