import { randomUUID } from 'node:crypto';
import type { Command } from '@berth/contract/api/machines';
import type { CommandId, MachineId, OrganizationId } from '@berth/contract/ids';
import { type CommandType, NEVER_LATE } from '@berth/contract/rules/commands';
import type { Tx } from '../../db/connection.ts';
import { COMMAND_QUEUED, type CommandQueued } from '../../gateway/topics.ts';
import { Problem } from '../../http/problem.ts';
import type { Caller } from '../../http/route.ts';
import type { CommandDeps } from './deps.ts';
import { presentCommand } from './present.ts';
import { expiryOf } from './rules.ts';
import { insertCommand } from './store.ts';

/** What every command's call hands over. */
export interface CommandCall {
  readonly tx: Tx;
  readonly organizationId: OrganizationId;
  readonly params: { readonly id: MachineId };
  readonly caller: Caller;
  afterCommit(run: () => void): void;
}

/**
 * Queues a command, and tells the gateway once it is committed. Throws 'machine-offline' where the command would come
 * late (contract rules/commands.ts).
 */
export async function queueCommand(
  { bus, presence }: Pick<CommandDeps, 'bus' | 'presence'>,
  call: CommandCall,
  type: CommandType,
  payload: Readonly<Record<string, unknown>> = {},
): Promise<Command> {
  const { tx, organizationId, caller } = call;
  const machineId = call.params.id;
  if (NEVER_LATE.has(type) && !presence.isOnline(machineId)) {
    throw new Problem('machine-offline', 'The machine is not online, and this must not happen to it later.');
  }
  const command = {
    id: randomUUID() as CommandId,
    type,
    payload,
    authorId: caller.userId,
    author: caller.email,
    expiresInMs: expiryOf(type),
  };
  const row = await insertCommand(tx, { organizationId, machineId }, command);
  if (!row) throw new Problem('not-found', 'There is no such machine.');
  const news: CommandQueued = { organizationId, machineId, commandId: command.id };
  call.afterCommit(() => bus.publish(COMMAND_QUEUED, news));
  return presentCommand(row);
}
