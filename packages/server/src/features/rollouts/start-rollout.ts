import { randomUUID } from 'node:crypto';
import type { BodyOf } from '@berth/contract/api/endpoint';
import { type Rollout, startLayerRollout, startRollout } from '@berth/contract/api/rollouts';
import type { OrganizationId, RolloutId } from '@berth/contract/ids';
import { ROLLOUT_DEFAULTS } from '@berth/contract/rules/rollouts';
import type { Tx } from '../../db/connection.ts';
import { ApiError } from '../../http/api-error.ts';
import { type Call, type Caller, type Route, route } from '../../http/route.ts';
import { noSuchRollout } from './change-state.ts';
import type { RolloutDeps, Staged } from './deps.ts';
import { presentRollout } from './present.ts';
import { nextGroup } from './steps.ts';
import { isRollingOut, lockRollout } from './store.ts';
import {
  type Candidate,
  type GroupWish,
  insertGroups,
  insertRollout,
  listCandidates,
  type PlannedGroup,
} from './store-start.ts';
import type { Target } from './target.ts';

export function startRolloutRoutes(deps: RolloutDeps): Route[] {
  return [
    route(startRollout, async (call) => {
      const { params, body, caller, role, ifMatch, tx, organizationId } = call;
      const key = { organizationId, profileId: params.id };
      const draft = { name: body.name, definition: body.definition };
      const staged = await deps.staging.stage(tx, key, draft, authorshipOf(call), ifMatch, { caller, role });
      requireChange(staged);
      if (await isRollingOut(tx, key))
        throw new ApiError('rollout-in-progress', 'A rollout of this profile is already in progress.');
      return start(deps, call, { kind: 'profile', profileId: params.id }, staged);
    }),
    route(startLayerRollout, async (call) => {
      const { params, body, ifMatch, organizationId } = call;
      const { layerId } = params;
      const { name, definition, off, locks } = body;
      const draft = { name, definition, off, locks };
      const key = { organizationId, layerId };
      const staged = await deps.layerStaging.stage(call, key, draft, authorshipOf(call), ifMatch);
      requireChange(staged);
      return start(deps, call, { kind: 'layer', layerId }, staged);
    }),
  ];
}

type Wanted = Omit<BodyOf<typeof startRollout>, 'name' | 'definition'>;
type StartCall = Pick<Call<never>, 'afterCommit' | 'audit'> & {
  readonly tx: Tx;
  readonly organizationId: OrganizationId;
  readonly caller: Caller;
  readonly body: Wanted;
};

function authorshipOf({ caller, body }: Pick<StartCall, 'caller' | 'body'>) {
  return { authorId: caller.userId, author: caller.email, note: body.note ?? null };
}

function requireChange({ from, to }: Staged): void {
  if (from === to) throw new ApiError('nothing-changed', 'The draft contains no changes.');
}

/** Starts the rollout of a revision that was saved in the same transaction. */
async function start(deps: RolloutDeps, call: StartCall, target: Target, staged: Staged): Promise<Rollout> {
  const { tx, organizationId, body, afterCommit, audit } = call;
  const key = { organizationId, rolloutId: randomUUID() as RolloutId };
  const options = { ...ROLLOUT_DEFAULTS, ...body };
  const groups = planGroups(await listCandidates(tx, target, key), body.groups);
  await insertRollout(tx, target, key, {
    from_revision: staged.from,
    to_revision: staged.to,
    success_threshold: options.successThreshold,
    error_threshold: options.errorThreshold,
    silent_after_s: options.silentAfterSeconds,
    soak_s: options.soakSeconds,
    ...authorshipOf(call),
    createdAt: new Date(deps.clock.now()),
  });
  await insertGroups(tx, key, groups);
  const rollout = await lockRollout(tx, key);
  if (!rollout) throw noSuchRollout();
  const publish = await nextGroup(deps, tx, rollout);
  afterCommit(() => publish(deps.bus));
  const { note } = staged;
  audit({ before: note.before, after: { rolloutId: key.rolloutId, groups: body.groups, revision: note.after } });
  return presentRollout(tx, rollout);
}

/** Assigns machines to groups in their order; the rest forms one more group. */
export function planGroups(machines: readonly Candidate[], wishes: readonly GroupWish[]): PlannedGroup[] {
  let left = machines;
  const groups = wishes.map((wish): PlannedGroup => {
    const fits = ({ tags }: Candidate) => wish.tag === undefined || tags.includes(wish.tag);
    const size = Math.ceil((machines.filter(fits).length * (wish.percent ?? 100)) / 100);
    const taken = new Set(left.filter(fits).slice(0, size));
    left = left.filter((machine) => !taken.has(machine));
    return { ...wish, machineIds: [...taken].map(({ machineId }) => machineId) };
  });
  return left.length === 0 ? groups : [...groups, { machineIds: left.map(({ machineId }) => machineId) }];
}
