import { resetMachine } from '@berth/contract/api/machine-actions';
import { type Route, route } from '../../http/route.ts';
import type { CommandDeps } from './deps.ts';
import { queueCommand } from './queue-command.ts';

export function resetMachineRoute(deps: CommandDeps): Route {
  return route(resetMachine, (call) => queueCommand(deps, call, 'factory-reset'));
}
