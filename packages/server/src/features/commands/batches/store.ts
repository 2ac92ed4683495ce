import type { CommandBatch } from '@berth/contract/api/command-batches';
import type { BatchId, CommandId, OrganizationId } from '@berth/contract/ids';
import type { CommandState } from '@berth/contract/rules/commands';
import { sql } from 'kysely';
import { columnsOf, type RowOf } from '../../../db/columns.ts';
import type { Tx } from '../../../db/connection.ts';
import type { NewBatch } from '../../../gateway/ports.ts';
import type { CommandRow } from '../store.ts';

const COLUMNS = columnsOf('command_batches', [
  'batch_id',
  'type',
  'author',
  'created_at',
  'total',
  'missing',
  'skipped',
]);
export type BatchRow = RowOf<typeof COLUMNS, { readonly type: CommandBatch['type'] }>;

/** Stores one command per machine, in one statement. Returns those stored as delivered. */
export async function insertBatch(tx: Tx, organizationId: OrganizationId, batch: NewBatch): Promise<CommandId[]> {
  const { id, type, payload, authorId, author, total, missing = 0, expiresInMs, commands } = batch;
  await sql`
    insert into command_batches (organization_id, batch_id, type, author_id, author, total, missing, skipped)
    values (${organizationId}, ${id}, ${type}, ${authorId}, ${author}, ${total}, ${missing},
      ${total - commands.length})`.execute(tx);
  const { rows } = await sql<{ id: CommandId }>`
    with stored as (
      insert into commands (organization_id, command_id, machine_id, type, payload, author_id, author, expires_at,
        batch_id, state, delivered_at)
      select ${organizationId}, c.id, m.machine_id, ${type}, ${JSON.stringify(payload)}::jsonb, ${authorId}, ${author},
        now() + make_interval(secs => ${expiresInMs / 1_000}::double precision), ${id},
        case when direct then 'delivered' else 'queued' end, case when direct then now() end
      from jsonb_to_recordset(${JSON.stringify(commands)}::jsonb) as c (id uuid, "machineId" text, "atOnce" boolean)
      join machines m on m.organization_id = ${organizationId} and m.machine_id = c."machineId"
      -- Not a join: after a command to all machines, the planner would still compare each machine with each command.
      cross join lateral (
        select coalesce(c."atOnce", false) and c."machineId" not in (
          select machine_id from commands
          where organization_id = ${organizationId} and state = 'queued' and expires_at > now()
        ) as direct
      ) d
      returning command_id as id, state
    )
    select id from stored where state = 'delivered'`.execute(tx);
  return rows.map((row) => row.id);
}

/** Finds the batch of an earlier call with the same key; calls with one key follow each other. */
export async function findUnderKey(
  tx: Tx,
  organizationId: OrganizationId,
  key: BatchId,
): Promise<BatchRow | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}::text, 0))`.execute(tx);
  return findBatch(tx, organizationId, key);
}

export async function findBatch(tx: Tx, organizationId: OrganizationId, id: BatchId): Promise<BatchRow | undefined> {
  const { rows } = await sql<BatchRow>`
    select ${COLUMNS} from command_batches where organization_id = ${organizationId} and batch_id = ${id}`.execute(tx);
  return rows[0];
}

export async function listBatches(tx: Tx, organizationId: OrganizationId, limit: number): Promise<BatchRow[]> {
  const { rows } = await sql<BatchRow>`
    select ${COLUMNS} from command_batches where organization_id = ${organizationId}
    order by created_at desc, batch_id limit ${limit}`.execute(tx);
  return rows;
}

/** A batch's commands by state, and how many of its messages were read. */
export interface BatchCounts {
  readonly states: ReadonlyMap<CommandState, number>;
  readonly read: number;
}

/** The counts of each batch that has commands. */
export async function countCommands(
  tx: Tx,
  organizationId: OrganizationId,
  ids: readonly BatchId[],
): Promise<ReadonlyMap<BatchId, BatchCounts>> {
  const { rows } = await sql<{ batch_id: BatchId; state: CommandState; count: number; read: number }>`
    select batch_id, state, count(*) as count, count(read_at) as read from commands
    where organization_id = ${organizationId} and batch_id = any (${[...ids]}::uuid[])
    group by batch_id, state`.execute(tx);
  const counts = new Map<BatchId, BatchCounts>();
  for (const { batch_id, state, count, read } of rows) {
    const before = counts.get(batch_id);
    counts.set(batch_id, {
      states: new Map([...(before?.states ?? []), [state, count]]),
      read: (before?.read ?? 0) + read,
    });
  }
  return counts;
}

/** A batch's commands, with machine names. */
export async function listBatchCommands(
  tx: Tx,
  organizationId: OrganizationId,
  id: BatchId,
  page: { readonly state: CommandState | undefined; readonly limit: number; readonly skip: number },
): Promise<(CommandRow & { readonly machine_name: string })[]> {
  const state = page.state ? sql`c.state = ${page.state}` : sql`true`;
  const { rows } = await sql<CommandRow & { machine_name: string }>`
    select c.command_id, c.machine_id, c.type, c.state, c.author, c.created_at, c.expires_at, c.finished_at, c.read_at,
      c.result, m.name as machine_name from commands c
    join machines m on m.organization_id = c.organization_id and m.machine_id = c.machine_id
    where c.organization_id = ${organizationId} and c.batch_id = ${id} and ${state}
    order by m.ordered_name, m.machine_id limit ${page.limit} offset ${page.skip}`.execute(tx);
  return rows;
}

/** Cancels the commands that no machine has received yet, and returns their number (locks: store-delivery.ts). */
export async function cancelQueued(tx: Tx, organizationId: OrganizationId, id: BatchId): Promise<number> {
  const { rows } = await sql<{ place: string }>`
    select ctid::text as place from commands
    where organization_id = ${organizationId} and batch_id = ${id} and state = 'queued'
    order by command_id for update`.execute(tx);
  const { numAffectedRows } = await sql`
    update commands set state = 'cancelled', finished_at = now() where ctid = any (${rows.map(({ place }) => place)}::tid[])`.execute(
    tx,
  );
  return Number(numAffectedRows ?? 0);
}
