import { advanceRollout, cancelRollout, pauseRollout, resumeRollout } from '@berth/contract/api/rollouts';
import type { OrganizationId, RolloutId } from '@berth/contract/ids';
import type { RolloutState } from '@berth/contract/rules/rollouts';
import type { Tx } from '../../db/connection.ts';
import { ApiError } from '../../http/api-error.ts';
import { type Route, route } from '../../http/route.ts';
import type { RolloutDeps } from './deps.ts';
import { presentRollout } from './present.ts';
import { nextGroup, rollBackAll } from './steps.ts';
import { listGroups, lockRollout, type RolloutRow, setState } from './store.ts';
import type { Publish } from './target.ts';

interface StepCall {
  readonly params: { readonly rolloutId: RolloutId };
  readonly tx: Tx;
  readonly organizationId: OrganizationId;
  afterCommit(run: () => void): void;
}

/** The actions on an active rollout; each throws 'wrong-rollout-state' in any other state. */
export function rolloutStepRoutes(deps: RolloutDeps): Route[] {
  const underWay: readonly RolloutState[] = ['running', 'paused'];

  async function act(
    call: StepCall,
    from: readonly RolloutState[],
    step: (rollout: RolloutRow) => Promise<Publish | undefined>,
  ) {
    const { tx, organizationId, params } = call;
    const key = { organizationId, rolloutId: params.rolloutId };
    const rollout = await lockRollout(tx, key);
    if (!rollout) throw noSuchRollout();
    if (!from.includes(rollout.state)) throw new ApiError('wrong-rollout-state', `The rollout is ${rollout.state}.`);
    const publish = await step(rollout);
    call.afterCommit(() => publish?.(deps.bus));
    const after = await lockRollout(tx, key);
    return presentRollout(tx, after ?? rollout);
  }

  const turn = (call: StepCall, state: 'running' | 'paused') => async () => {
    const key = { organizationId: call.organizationId, rolloutId: call.params.rolloutId };
    await setState(call.tx, key, { state, reason: null, finishedAt: null });
    return undefined;
  };

  return [
    route(pauseRollout, (call) => act(call, ['running'], turn(call, 'paused'))),
    route(resumeRollout, (call) => act(call, ['paused'], turn(call, 'running'))),
    route(advanceRollout, (call) =>
      act(call, underWay, async (rollout) => {
        await requireRunning(call, call.query.after);
        return nextGroup(deps, call.tx, rollout);
      }),
    ),
    route(cancelRollout, (call) => act(call, underWay, (rollout) => rollBackAll(deps, call.tx, rollout, 'cancelled'))),
  ];
}

async function requireRunning({ tx, organizationId, params }: StepCall, position: number | undefined): Promise<void> {
  if (position === undefined) return;
  const groups = await listGroups(tx, organizationId, [params.rolloutId]);
  const running = groups.find(({ state }) => state === 'running');
  if (running?.position === position) return;
  throw new ApiError('wrong-rollout-state', `Group ${running?.position} is running, not ${position}.`);
}

export function noSuchRollout(): ApiError {
  return new ApiError('not-found', 'Rollout not found.');
}
