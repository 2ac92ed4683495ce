import { powerOffMachine } from '@berth/contract/api/machine-actions';
import { type Route, route } from '../../http/route.ts';
import type { CommandDeps } from './deps.ts';
import { requirePower } from './policy.ts';
import { queueCommand } from './queue-command.ts';

export function powerOffMachineRoute(deps: CommandDeps): Route {
  return route(powerOffMachine, async (call) => {
    await requirePower(deps, call);
    return queueCommand(deps, call, 'power-off');
  });
}
