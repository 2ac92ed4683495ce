import type { CommandId, MachineId, OrganizationId, UserId } from '@berth/contract/ids';
import type { Deployment } from '@berth/contract/limits';
import type { CommandType } from '@berth/contract/rules/commands';
import { sql } from 'kysely';
import { columnsOf, type RowOf } from '../../db/columns.ts';
import type { Tx } from '../../db/connection.ts';

const COLUMNS = columnsOf('commands', [
  'command_id',
  'machine_id',
  'type',
  'state',
  'author',
  'created_at',
  'expires_at',
  'finished_at',
  'read_at',
  'result',
]);
export type CommandRow = RowOf<typeof COLUMNS>;

export interface NewCommand {
  readonly id: CommandId;
  readonly type: CommandType;
  readonly payload: object;
  /** Null: pressed at the machine, not sent from the console. */
  readonly authorId: UserId | null;
  readonly author: string;
  readonly expiresInMs: number;
}

interface Key {
  readonly organizationId: OrganizationId;
  readonly machineId: MachineId;
}

/**
 * Stores a command for a machine. With `atOnce` it is stored as delivered, for a caller that sends it after the commit,
 * unless earlier commands wait.
 */
export async function insertCommand(
  tx: Tx,
  { organizationId, machineId }: Key,
  command: NewCommand,
  atOnce: boolean,
): Promise<CommandRow | undefined> {
  const { id, type, payload, authorId, author, expiresInMs } = command;
  const { rows } = await sql<CommandRow>`
    insert into commands (organization_id, command_id, machine_id, type, payload, author_id, author, expires_at, state,
      delivered_at)
    select ${organizationId}::uuid, ${id}::uuid, ${machineId}, ${type}, ${JSON.stringify(payload)}::jsonb,
      ${authorId}::uuid, ${author}, now() + make_interval(secs => ${expiresInMs / 1_000}::double precision),
      case when direct then 'delivered' else 'queued' end, case when direct then now() end
    from (
      select ${atOnce} and not exists (
        select from commands c where c.organization_id = ${organizationId} and c.machine_id = ${machineId}
          and c.state = 'queued' and c.expires_at > now()
      ) as direct
    ) d
    returning ${COLUMNS}`.execute(tx);
  return rows[0];
}

export async function listCommands(tx: Tx, { organizationId, machineId }: Key, limit: number): Promise<CommandRow[]> {
  const { rows } = await sql<CommandRow>`
    select ${COLUMNS} from commands where organization_id = ${organizationId} and machine_id = ${machineId}
    order by created_at desc, command_id limit ${limit}`.execute(tx);
  return rows;
}

/** The fields that decide whether a machine's power may be managed. */
export async function findDeployment(tx: Tx, { organizationId, machineId }: Key): Promise<Deployment | undefined> {
  const row = await tx
    .selectFrom('machines')
    .select('deployment')
    .where('organization_id', '=', organizationId)
    .where('machine_id', '=', machineId)
    .executeTakeFirst();
  return row?.deployment;
}

export async function findCommand(
  tx: Tx,
  organizationId: OrganizationId,
  commandId: CommandId,
): Promise<CommandRow | undefined> {
  const { rows } = await sql<CommandRow>`
    select ${COLUMNS} from commands where organization_id = ${organizationId} and command_id = ${commandId}`.execute(
    tx,
  );
  return rows[0];
}

/** Cancels a command that no machine has received yet. */
export async function cancelCommand(
  tx: Tx,
  { organizationId, machineId }: Key,
  commandId: CommandId,
): Promise<CommandRow | undefined> {
  const { rows } = await sql<CommandRow>`
    update commands set state = 'cancelled', finished_at = now()
    where organization_id = ${organizationId} and command_id = ${commandId} and machine_id = ${machineId}
      and state = 'queued'
    returning ${COLUMNS}`.execute(tx);
  return rows[0];
}

/** How often shell buttons of this machine were pressed in the last minute. */
export async function countPresses(tx: Tx, { organizationId, machineId }: Key): Promise<number> {
  const { count } = await tx
    .selectFrom('commands')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organization_id', '=', organizationId)
    .where('machine_id', '=', machineId)
    .where('type', '=', 'shell')
    .where('author_id', 'is', null)
    .where('created_at', '>', sql<string>`now() - interval '1 minute'`)
    .executeTakeFirstOrThrow();
  return count;
}
