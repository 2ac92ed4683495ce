import { notifyMachine } from '@berth/contract/api/machines';
import { type Route, route } from '../../http/route.ts';
import type { CommandDeps } from './deps.ts';
import { queueCommand } from './queue-command.ts';

export function notifyMachineRoute(deps: CommandDeps): Route {
  return route(notifyMachine, (call) => queueCommand(deps, call, 'notify', { msg: call.body.msg }));
}
