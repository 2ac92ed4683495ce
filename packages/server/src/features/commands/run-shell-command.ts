import type { Command } from '@berth/contract/api/commands';
import { runShellCommand } from '@berth/contract/api/machine-actions';
import { inTenant } from '../../db/transaction.ts';
import { type Route, route } from '../../http/route.ts';
import type { CommandDeps } from './deps.ts';
import { requireShell } from './policy.ts';
import { presentCommand } from './present.ts';
import { authorOf, queueShellCommand } from './queue-command.ts';
import { findCommand } from './store.ts';
import { waitForCommand } from './wait.ts';

const WAIT_MS = 25_000;

/**
 * A permission of its own and the organization's switch; what is run is in the audit log, which is committed with the
 * command, before the machine gets it.
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
    // Effects come in this order: the command was sent by the one that queueCommand added.
    call.afterCommit(async () => {
      if (!(await waiting?.finished(command.id, WAIT_MS))) return;
      const row = await inTenant(deps.db, { organizationId }, (own) => findCommand(own, organizationId, command.id));
      // The reply is not sent yet: what it says becomes what is known now.
      if (row) Object.assign(command, presentCommand(row) satisfies Command);
    });
    return command;
  });
}
