import type { BatchId, CommandId, MachineId, OrganizationId } from '@berth/contract/ids';
import { COMMAND_TYPES, COMMANDS, type CommandType } from '@berth/contract/rules/commands';
import { sql } from 'kysely';
import type { Tx } from '../../db/connection.ts';
import type { CommandResult, MachineKey, MachinesCommand } from '../../gateway/ports.ts';

export interface ClaimedRow {
  readonly machineId: MachineId;
  readonly id: CommandId;
  readonly command: CommandType;
  readonly payload: Record<string, unknown>;
  readonly expiresInMs: number;
}

const machinesOf = (all: readonly { readonly machineId: MachineId }[]) => all.map(({ machineId }) => machineId);
const placesOf = (all: readonly { readonly place: string }[]) => all.map(({ place }) => place);
const commandsOf = (all: readonly { readonly commandId: CommandId }[]) => all.map(({ commandId }) => commandId);

const NEVER_LATE = COMMAND_TYPES.filter((type) => !COMMANDS[type].waits);

/** Seconds after a new connection in which a machine sends results that its previous connection lost. */
const RESULT_SECONDS = 10;

/*
 * Whoever changes several commands locks them in the order of their IDs first. An update alone locks rows as it finds them,
 * which changes with each update: two nodes that worked for one machine could wait for each other (deadlock). The update
 * then addresses rows by their place in the table (ctid), which a lock keeps: for IDs PostgreSQL may read all commands of
 * the organization.
 */

/** The command would surprise a user, because it was sent to an earlier connection of its machine. */
const LATE = sql`coalesce(c.type = any (${NEVER_LATE}::text[]) and c.created_at < r.connected_at, false)`;

/**
 * Marks waiting commands as delivered before they are sent. A command is sent again only if the machine did not accept
 * it and opens a new connection (`connectedAt`), and if it may be late. One that may not is expired, or, if it was
 * delivered, keeps RESULT_SECONDS for its result. Each machine's commands are ordered by creation.
 */
export async function claimCommands(
  tx: Tx,
  organizationId: OrganizationId,
  claims: readonly { readonly machineId: MachineId; readonly connectedAt: Date | undefined }[],
): Promise<ClaimedRow[]> {
  const times = claims.map(({ connectedAt }) => connectedAt?.toISOString() ?? null);
  const { rows: open } = await sql<{ place: string; connectedAt: string | null }>`
    select c.ctid::text as place, r.connected_at as "connectedAt"
    from unnest(${machinesOf(claims)}::text[], ${times}::timestamptz[]) as r (machine_id, connected_at)
    join commands c on c.organization_id = ${organizationId} and c.machine_id = r.machine_id
    where (${LATE} or c.expires_at > now())
      and (c.state = 'queued' or (r.connected_at is not null and c.state = 'delivered' and c.accepted_at is null))
    order by c.command_id for update of c`.execute(tx);
  if (open.length === 0) return [];
  const since = open.map(({ connectedAt }) => connectedAt);
  const { rows } = await sql<ClaimedRow>`
    with claimed as (
      update commands c set
        state = case when not ${LATE} then 'delivered' when c.state = 'queued' then 'expired' else c.state end,
        delivered_at = case when ${LATE} then c.delivered_at else now() end,
        finished_at = case when ${LATE} and c.state = 'queued' then now() end,
        expires_at = case when ${LATE} then least(c.expires_at, now() + make_interval(secs => ${RESULT_SECONDS}))
          else c.expires_at end
      from unnest(${placesOf(open)}::tid[], ${since}::timestamptz[]) as r (place, connected_at) where c.ctid = r.place
      returning c.machine_id, c.command_id, c.type, c.payload, c.expires_at, c.created_at, ${LATE} as is_late
    )
    select machine_id as "machineId", command_id as id, type as command, payload,
      greatest(0, floor(extract(epoch from expires_at - now()) * 1000))::int as "expiresInMs"
    from claimed where not is_late order by created_at, command_id`.execute(tx);
  return rows;
}

/** Machines of all tenants with waiting commands. Runs as the system. */
export async function queuedMachines(tx: Tx): Promise<MachineKey[]> {
  const { rows } = await sql<MachineKey>`
    select organization_id as "organizationId", machine_id as "machineId" from queued_machines()`.execute(tx);
  return rows;
}

export async function acceptCommands(
  tx: Tx,
  organizationId: OrganizationId,
  accepted: readonly MachinesCommand[],
): Promise<void> {
  const { rows: locked } = await sql<{ place: string }>`
    select c.ctid::text as place
    from unnest(${commandsOf(accepted)}::uuid[], ${machinesOf(accepted)}::text[]) as r (command_id, machine_id)
    join commands c on c.organization_id = ${organizationId} and c.command_id = r.command_id and c.machine_id = r.machine_id
    where c.state = 'delivered' and c.accepted_at is null
    order by c.command_id for update of c`.execute(tx);
  if (locked.length === 0) return;
  await sql`update commands set accepted_at = now() where ctid = any (${placesOf(locked)}::tid[])`.execute(tx);
}

export interface FinishedRow extends MachinesCommand {
  readonly type: CommandType;
  readonly ok: boolean;
  /** Set for a command of a batch. */
  readonly batchId: BatchId | null;
  readonly finishedAt: string | null;
}

const FINISH = sql`state = case when r.ok then 'succeeded' else 'failed' end, finished_at = now(),
  result = r.output, accepted_at = coalesce(c.accepted_at, now())`;
const UNFINISHED = sql`c.command_id = r.command_id and c.machine_id = r.machine_id
  and (c.state = 'delivered' or (c.state = 'expired' and c.delivered_at is not null))`;
const FINISHED = sql`c.machine_id as "machineId", c.command_id as "commandId", c.type, c.state = 'succeeded' as ok,
  c.batch_id as "batchId", c.finished_at as "finishedAt"`;

/**
 * Stores results of commands and returns the stored ones; finished commands stay unchanged and are omitted. A command
 * that expired after its delivery is not finished: the machine may have run it and lost its connection before the
 * result.
 */
export async function finishCommands(
  tx: Tx,
  organizationId: OrganizationId,
  results: readonly CommandResult[],
): Promise<FinishedRow[]> {
  const [first, ...others] = results;
  if (first && others.length === 0) return finishCommand(tx, organizationId, first);
  const { rows: locked } = await sql<{ place: string; commandId: CommandId }>`
    select c.ctid::text as place, c.command_id as "commandId"
    from unnest(${commandsOf(results)}::uuid[], ${machinesOf(results)}::text[]) as r (command_id, machine_id)
    join commands c on c.organization_id = ${organizationId} and ${UNFINISHED}
    order by c.command_id for update of c`.execute(tx);
  if (locked.length === 0) return [];
  const byId = new Map(results.map((result) => [result.commandId, result]));
  const ok = locked.map(({ commandId }) => byId.get(commandId)?.ok ?? false);
  const outputs = locked.map(({ commandId }) => byId.get(commandId)?.output ?? '');
  const { rows } = await sql<FinishedRow>`
    update commands c set ${FINISH}
    from unnest(${placesOf(locked)}::tid[], ${ok}::boolean[], ${outputs}::text[]) as r (place, ok, output)
    where c.ctid = r.place returning ${FINISHED}`.execute(tx);
  return rows;
}

/** One result without an array: the statement is prepared (db/prepared.ts). */
async function finishCommand(
  tx: Tx,
  organizationId: OrganizationId,
  { commandId, machineId, ok, output }: CommandResult,
): Promise<FinishedRow[]> {
  const { rows } = await sql<FinishedRow>`
    update commands c set ${FINISH}
    from (values (${commandId}::uuid, ${machineId}, ${ok}::boolean, ${output}::text))
      as r (command_id, machine_id, ok, output)
    where c.organization_id = ${organizationId} and ${UNFINISHED} returning ${FINISHED}`.execute(tx);
  return rows;
}

/** Records that the machine's user read the message; the first time counts. */
export async function markRead(tx: Tx, { organizationId, machineId }: MachineKey, commandId: CommandId): Promise<void> {
  await sql`
    update commands set read_at = now()
    where organization_id = ${organizationId} and machine_id = ${machineId} and command_id = ${commandId}
      and type = 'notify' and delivered_at is not null and read_at is null`.execute(tx);
}

/** Ends the expired commands of all tenants and returns their number. Runs as the system. */
export async function expireCommands(tx: Tx): Promise<number> {
  const { rows } = await sql<{ expired: number }>`
    select count(*) as expired from expire_commands(interval '1 hour')`.execute(tx);
  return rows[0]?.expired ?? 0;
}
