import { rebootMachine } from '@berth/contract/api/machines';
import { type Route, route } from '../../http/route.ts';
import type { CommandDeps } from './deps.ts';
import { requirePower } from './policy.ts';
import { queueCommand } from './queue-command.ts';

export function rebootMachineRoute(deps: CommandDeps): Route {
  return route(rebootMachine, async (call) => {
    await requirePower(deps, call);
    return queueCommand(deps, call, 'reboot');
  });
}
