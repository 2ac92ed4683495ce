import type { Route } from '../../http/route.ts';
import type { CommandDeps } from './deps.ts';
import { listCommandsRoute } from './list-commands.ts';
import { notifyMachineRoute } from './notify-machine.ts';
import { rebootMachineRoute } from './reboot-machine.ts';

export function commandRoutes(deps: CommandDeps): Route[] {
  return [notifyMachineRoute(deps), rebootMachineRoute(deps), listCommandsRoute];
}
