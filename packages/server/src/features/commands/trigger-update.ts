import { triggerUpdate } from '@berth/contract/api/machine-actions';
import { type Route, route } from '../../http/route.ts';
import type { CommandDeps } from './deps.ts';
import { queueCommand } from './queue-command.ts';

export function triggerUpdateRoute(deps: CommandDeps): Route {
  return route(triggerUpdate, (call) => queueCommand(deps, call, 'trigger-update'));
}
