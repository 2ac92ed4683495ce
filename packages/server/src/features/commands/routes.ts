import { COMMAND_CALLS } from '@berth/contract/api/commands';
import { cancelCommand, runShellCommand } from '@berth/contract/api/machine-actions';
import { listMachineCommands } from '@berth/contract/api/machines';
import type { CommandId } from '@berth/contract/ids';
import { COMMANDS, COMMON_COMMANDS, type CommandWith, type CommonCommand } from '@berth/contract/rules/commands';
import { COMMAND_FINISHED, type CommandFinished } from '../../gateway/topics.ts';
import { ApiError } from '../../http/api-error.ts';
import { type Route, route } from '../../http/route.ts';
import type { Bus } from '../../platform/bus.ts';
import { batchRoutes } from './batches/routes.ts';
import type { CommandDeps } from './deps.ts';
import { requirePower, requireShell } from './policy.ts';
import { authorOf, presentCommand, queueCommand, queueShellCommand } from './queue-command.ts';
import { controlMachineRoute, readLiveViewRoute } from './screen.ts';
import * as store from './store.ts';
import { wakeRoute } from './wake.ts';

const COMMANDS_SHOWN = 20;

/** Commands whose payload the server creates. The debug file command is with the files, whose store it needs. */
const OWN_ROUTES: Record<Exclude<CommandWith<{ route: 'own' }>, 'upload-debug-file'>, (deps: CommandDeps) => Route> = {
  shell: runShellCommandRoute,
  remote: controlMachineRoute,
  wake: wakeRoute,
};

export function commandRoutes(deps: CommandDeps): Route[] {
  return [
    ...COMMON_COMMANDS.map((type) => commonRoute(deps, type)),
    ...Object.values(OWN_ROUTES).map((ownRoute) => ownRoute(deps)),
    readLiveViewRoute(deps),
    cancelCommandRoute,
    listCommandsRoute,
    ...batchRoutes(deps),
  ];
}

/** Commands whose payload is the call's body. */
function commonRoute(deps: CommandDeps, type: CommonCommand): Route {
  return route(COMMAND_CALLS[type], async (call) => {
    if (COMMANDS[type].needsPro) await requirePower(deps, call);
    return queueCommand(deps, call, type, call.body ?? {});
  });
}

const cancelCommandRoute = route(cancelCommand, async ({ params, tx, organizationId }) => {
  const machine = { organizationId, machineId: params.id };
  const cancelled = await store.cancelCommand(tx, machine, params.commandId);
  if (cancelled) return presentCommand(cancelled);
  const command = await store.findCommand(tx, organizationId, params.commandId);
  if (command?.machine_id !== params.id) throw new ApiError('not-found', 'Command not found.');
  throw new ApiError('command-already-delivered', 'The command was already delivered or has ended.');
});

const listCommandsRoute = route(listMachineCommands, async ({ params, query, tx, organizationId }) => {
  const rows = await store.listCommands(tx, { organizationId, machineId: params.id }, query.limit ?? COMMANDS_SHOWN);
  return rows.map(presentCommand);
});

const WAIT_MS = 25_000;

/**
 * Requires a separate permission and the organization's setting. The audit entry is committed with the command, before
 * the machine receives it.
 */
function runShellCommandRoute(deps: CommandDeps): Route {
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
