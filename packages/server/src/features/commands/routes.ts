import type { Route } from '../../http/route.ts';
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
import { notifyMachineRoute } from './notify-machine.ts';
import { powerOffMachineRoute } from './power-off-machine.ts';
import { rebootMachineRoute } from './reboot-machine.ts';
import { resetMachineRoute } from './reset-machine.ts';
import { runShellCommandRoute } from './run-shell-command.ts';
import { triggerUpdateRoute } from './trigger-update.ts';

export function commandRoutes(deps: CommandDeps): Route[] {
  return [
    notifyMachineRoute(deps),
    rebootMachineRoute(deps),
    powerOffMachineRoute(deps),
    triggerUpdateRoute(deps),
    resetMachineRoute(deps),
    runShellCommandRoute(deps),
    controlMachineRoute(deps),
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
