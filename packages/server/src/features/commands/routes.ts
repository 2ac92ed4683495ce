import { COMMAND_CALLS } from '@berth/contract/api/commands';
import { COMMANDS, COMMON_COMMANDS, type CommandWith, type CommonCommand } from '@berth/contract/rules/commands';
import { type Route, route } from '../../http/route.ts';
import { cancelBatchRoute } from './batches/cancel-batch.ts';
import { listBatchCommandsRoute } from './batches/list-batch-commands.ts';
import { listBatchesRoute } from './batches/list-batches.ts';
import { readBatchRoute } from './batches/read-batch.ts';
import { sendBatchRoute } from './batches/send-batch.ts';
import { cancelCommandRoute } from './cancel-command.ts';
import { controlMachineRoute } from './control-machine.ts';
import type { CommandDeps } from './deps.ts';
import { listCommandsRoute } from './list-commands.ts';
import { lookAtMachineRoute } from './look-at-machine.ts';
import { requirePower } from './policy.ts';
import { queueCommand } from './queue-command.ts';
import { runShellCommandRoute } from './run-shell-command.ts';

/** Commands whose payload the server makes. That of a debug file is with the files, whose store it needs. */
const OWN_ROUTES: Record<Exclude<CommandWith<{ route: 'own' }>, 'upload-debug-file'>, (deps: CommandDeps) => Route> = {
  shell: runShellCommandRoute,
  remote: controlMachineRoute,
};

/** Commands whose payload is what the call says. */
function commonRoute(deps: CommandDeps, type: CommonCommand): Route {
  return route(COMMAND_CALLS[type], async (call) => {
    if (COMMANDS[type].needsPro) await requirePower(deps, call);
    return queueCommand(deps, call, type, call.body ?? {});
  });
}

export function commandRoutes(deps: CommandDeps): Route[] {
  return [
    ...COMMON_COMMANDS.map((type) => commonRoute(deps, type)),
    ...Object.values(OWN_ROUTES).map((ownRoute) => ownRoute(deps)),
    lookAtMachineRoute(deps),
    cancelCommandRoute,
    listCommandsRoute,
    sendBatchRoute(deps),
    readBatchRoute,
    listBatchesRoute,
    listBatchCommandsRoute,
    cancelBatchRoute,
  ];
}
