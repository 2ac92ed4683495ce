import type { CommandBatch } from '@berth/contract/api/command-batches';
import type { BatchId, CommandId, MachineId, OrganizationId, UserId } from '@berth/contract/ids';
import type { CommandState } from '@berth/contract/rules/commands';
import { sql } from 'kysely';
import type { Tx } from '../../../db/connection.ts';

export interface BatchRow {
  readonly batch_id: BatchId;
  readonly type: CommandBatch['type'];
  readonly author: string;
  readonly created_at: string;
  readonly total: number;
  readonly skipped: number;
}

export interface NewBatch {
  readonly id: BatchId;
  readonly type: CommandBatch['type'];
  readonly payload: Readonly<Record<string, unknown>>;
  readonly authorId: UserId;
  readonly author: string;
  readonly total: number;
  readonly expiresInMs: number;
  readonly commands: readonly { readonly id: CommandId; readonly machineId: MachineId }[];
}

/** Queues one command for each machine, in one statement. */
export async function insertBatch(tx: Tx, organizationId: OrganizationId, batch: NewBatch): Promise<void> {
  const { id, type, payload, authorId, author, total, expiresInMs, commands } = batch;
  await sql`
    insert into command_batches (organization_id, batch_id, type, author_id, author, total, skipped)
    values (${organizationId}, ${id}, ${type}, ${authorId}, ${author}, ${total}, ${total - commands.length})`.execute(
    tx,
  );
  await sql`
    insert into commands (organization_id, command_id, machine_id, type, payload, author_id, author, expires_at, batch_id)
    select ${organizationId}, c.id, m.machine_id, ${type}, ${JSON.stringify(payload)}::jsonb, ${authorId}, ${author},
      now() + make_interval(secs => ${expiresInMs / 1_000}::double precision), ${id}
    from jsonb_to_recordset(${JSON.stringify(commands)}::jsonb) as c (id uuid, "machineId" text)
    join machines m on m.organization_id = ${organizationId} and m.machine_id = c."machineId"`.execute(tx);
}

export async function findBatch(tx: Tx, organizationId: OrganizationId, id: BatchId): Promise<BatchRow | undefined> {
  const { rows } = await sql<BatchRow>`
    select * from command_batches where organization_id = ${organizationId} and batch_id = ${id}`.execute(tx);
  return rows[0];
}

/** How many of a batch's commands are in which state. */
export async function countStates(
  tx: Tx,
  organizationId: OrganizationId,
  id: BatchId,
): Promise<ReadonlyMap<CommandState, number>> {
  const { rows } = await sql<{ state: CommandState; count: number }>`
    select state, count(*) as count from commands
    where organization_id = ${organizationId} and batch_id = ${id} group by state`.execute(tx);
  return new Map(rows.map(({ state, count }) => [state, count]));
}
