import { runShellCommand } from '@berth/contract/api/machine-actions';
import type { CommandId } from '@berth/contract/ids';
import { COMMAND_FINISHED, type CommandFinished } from '../../gateway/topics.ts';
import { type Route, route } from '../../http/route.ts';
import type { Bus } from '../../platform/bus.ts';
import type { CommandDeps } from './deps.ts';
import { requireShell } from './policy.ts';
import { authorOf, queueShellCommand } from './queue-command.ts';

const WAIT_MS = 25_000;

/**
 * Requires a separate permission and the organization's setting. The audit entry is committed with the command, before
 * the machine receives it.
 */
export function runShellCommandRoute(deps: CommandDeps): Route {
  return route(runShellCommand, async (call) => {
    const permit = await requireShell(deps, call);
    const command = await queueShellCommand(deps, call, permit, {
      ...authorOf(call.caller),
      payload: { command: call.body.command },
    });
    if (call.query.wait) {
      // Runs right after the effect that sends the command, before a result can arrive. The reply is not sent yet, so
      // its state can be updated.
      call.afterCommit(async () => void Object.assign(command, await resultOf(deps.bus, command.id)));
    }
    return command;
  });
}

/** The stored result of a command; undefined if there is none in time. */
function resultOf(bus: Bus, id: CommandId): Promise<CommandFinished['stored'] | undefined> {
  return new Promise((resolve) => {
    const end = (stored: CommandFinished['stored'] | undefined) => {
      clearTimeout(timer);
      unsubscribe();
      resolve(stored);
    };
    const timer = setTimeout(() => end(undefined), WAIT_MS);
    const unsubscribe = bus.subscribe(COMMAND_FINISHED, (message) => {
      const { commandId, stored } = message as CommandFinished;
      if (commandId === id) end(stored);
    });
  });
}
