import type { Command } from '@berth/contract/api/commands';
import { runShellCommand } from '@berth/contract/api/machine-actions';
import type { CommandId } from '@berth/contract/ids';
import { inTenant } from '../../db/transaction.ts';
import { COMMAND_FINISHED, type CommandFinished } from '../../gateway/topics.ts';
import { type Route, route } from '../../http/route.ts';
import type { Bus } from '../../platform/bus.ts';
import type { CommandDeps } from './deps.ts';
import { requireShell } from './policy.ts';
import { authorOf, presentCommand, queueShellCommand } from './queue-command.ts';
import { findCommand } from './store.ts';

const WAIT_MS = 25_000;

/**
 * Requires a separate permission and the organization's setting. The audit entry is committed with the command, before
 * the machine receives it.
 */
export function runShellCommandRoute(deps: CommandDeps): Route {
  return route(runShellCommand, async (call) => {
    const { organizationId, query, body } = call;
    const permit = await requireShell(deps, call);
    const waiting = query.wait ? waitForCommand(deps.bus) : undefined;
    const command = await queueShellCommand(deps, call, permit, {
      ...authorOf(call.caller),
      payload: { command: body.command },
    });
    // Effects run in order: the one that queueCommand added has sent the command.
    call.afterCommit(async () => {
      if (!(await waiting?.finished(command.id, WAIT_MS))) return;
      const row = await inTenant(deps.db, { organizationId }, (own) => findCommand(own, organizationId, command.id));
      // The reply is not sent yet, so its state can be updated.
      if (row) Object.assign(command, presentCommand(row) satisfies Command);
    });
    return command;
  });
}

/** Starts listening at once, so that no result between sending and waiting is missed. */
interface CommandWait {
  /** True if the command ended; false after `withinMs`. Stops listening either way. */
  finished(id: CommandId, withinMs: number): Promise<boolean>;
}

function waitForCommand(bus: Bus): CommandWait {
  const ended = new Set<CommandId>();
  let check: () => void = () => undefined;
  const unsubscribe = bus.subscribe(COMMAND_FINISHED, (message) => {
    ended.add((message as CommandFinished).commandId);
    check();
  });
  // Stops listening even if the call fails before it waits.
  const forgotten = setTimeout(unsubscribe, 60_000).unref();

  return {
    finished: (id, withinMs) =>
      new Promise((resolve) => {
        const end = (result: boolean) => {
          clearTimeout(impatience);
          clearTimeout(forgotten);
          unsubscribe();
          resolve(result);
        };
        const impatience = setTimeout(() => end(false), withinMs);
        check = () => {
          if (ended.has(id)) end(true);
        };
        check();
      }),
  };
}
