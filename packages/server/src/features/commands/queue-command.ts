import { randomUUID } from 'node:crypto';
import type { Command } from '@berth/contract/api/commands';
import type { CommandId, MachineId, OrganizationId } from '@berth/contract/ids';
import { COMMANDS, type CommandType, type PayloadOf } from '@berth/contract/rules/commands';
import type { Tx } from '../../db/connection.ts';
import type { MachineKey, OutgoingCommand } from '../../gateway/ports.ts';
import type { CommandLine } from '../../gateway/registry.ts';
import { COMMAND_QUEUED, type CommandQueued } from '../../gateway/topics.ts';
import { ApiError } from '../../http/api-error.ts';
import type { Caller } from '../../http/route.ts';
import type { Bus } from '../../platform/bus.ts';
import type { CommandDeps } from './deps.ts';
import { expiryOf, type ShellPermit } from './policy.ts';
import { type CommandRow, insertCommand, type NewCommand } from './store.ts';

/** The context of a command's call. */
export interface CommandCall {
  readonly tx: Tx;
  readonly organizationId: OrganizationId;
  readonly params: { readonly id: MachineId };
  readonly caller: Caller;
  afterCommit(run: () => void): void;
}

type QueueDeps = Pick<CommandDeps, 'bus' | 'presence' | 'lineTo'>;

/** A shell command line with its author. */
interface ShellCommand extends Pick<NewCommand, 'authorId' | 'author'> {
  readonly payload: PayloadOf<'shell'>;
}

/** Commands that any member with the endpoint's permission may send. Shell commands require a permit. */
type OpenCommandType = Exclude<CommandType, 'shell'>;

/**
 * Queues a command, and notifies the gateway after the commit. Throws 'machine-offline' if the command would be late
 * (contract rules/commands.ts).
 */
export function queueCommand<C extends OpenCommandType>(
  deps: QueueDeps,
  call: CommandCall,
  type: C,
  payload: PayloadOf<C>,
): Promise<Command> {
  return queue(deps, call, { type, payload, ...authorOf(call.caller) });
}

/** The same for a shell command. */
export function queueShellCommand(
  deps: QueueDeps,
  call: Omit<CommandCall, 'caller'>,
  permit: ShellPermit,
  command: ShellCommand,
): Promise<Command> {
  if (!permit.isPassed) throw new ApiError('forbidden', 'Permit not found.');
  const { payload, authorId, author } = command;
  return queue(deps, call, { type: 'shell', payload, authorId, author });
}

export function authorOf(caller: Caller): Pick<NewCommand, 'authorId' | 'author'> {
  return { authorId: caller.userId, author: caller.email };
}

async function queue(
  { bus, presence, lineTo }: QueueDeps,
  { tx, organizationId, params, afterCommit }: Omit<CommandCall, 'caller'>,
  wanted: Pick<NewCommand, 'type' | 'payload' | 'authorId' | 'author'>,
): Promise<Command> {
  const machineId = params.id;
  if (!COMMANDS[wanted.type].waits && !presence.isOnline(machineId)) {
    throw new ApiError('machine-offline', 'The machine is offline, and this command cannot be delivered later.');
  }
  const command = { ...wanted, id: randomUUID() as CommandId, expiresInMs: expiryOf(wanted.type) };
  const line = lineTo({ organizationId, machineId });
  const row = await insertCommand(tx, { organizationId, machineId }, command, line !== undefined);
  if (!row) throw new ApiError('not-found', 'Machine not found.');
  const { id, type, payload, expiresInMs } = command;
  const outgoing = { id, command: type, payload: { ...payload }, expiresInMs };
  afterCommit(() =>
    announce(bus, { organizationId, machineId }, outgoing, row.state === 'delivered' ? line : 'queued'),
  );
  return presentCommand(row);
}

/**
 * Announces a stored command after the commit: a machine connected to this node gets it without another transaction.
 *
 * @param line 'queued' for a command that is not stored as delivered.
 */
export function announce(
  bus: Bus,
  { organizationId, machineId }: MachineKey,
  command: OutgoingCommand,
  line: CommandLine | 'queued' | undefined,
): void {
  const event: CommandQueued = { organizationId, machineId, commandId: command.id as CommandId };
  if (line === 'queued') bus.publish(COMMAND_QUEUED, event);
  else if (!line?.(command)) {
    bus.publish(COMMAND_QUEUED, { ...event, isUndelivered: true } satisfies CommandQueued);
  }
}

export function presentCommand(row: CommandRow): Command {
  return {
    id: row.command_id,
    machineId: row.machine_id,
    type: row.type,
    state: row.state,
    author: row.author,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    finishedAt: row.finished_at,
    readAt: row.read_at,
    result: row.result,
  };
}
