import { wakeMachine } from '@berth/contract/api/machine-actions';
import { ApiError } from '../../http/api-error.ts';
import { type Route, route } from '../../http/route.ts';
import type { CommandDeps } from './deps.ts';
import { queueCommand } from './queue-command.ts';

/** Throws 'cannot-wake' if no machine can wake it. */
export function wakeRoute(deps: CommandDeps): Route {
  return route(wakeMachine, async (call) => {
    const { tx, organizationId, params } = call;
    const plan = await deps.planWake(tx, organizationId, [params.id]);
    if (!plan.reached.has(params.id)) {
      throw new ApiError(
        'cannot-wake',
        'No other machine of the organization is online in its network, or it has no wired adapter.',
      );
    }
    const command = await queueCommand(deps, call, 'wake', {});
    call.afterCommit(plan.send);
    return command;
  });
}
