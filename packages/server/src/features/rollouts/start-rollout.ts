import { randomUUID } from 'node:crypto';
import { startRollout } from '@berth/contract/api/rollouts';
import type { RolloutId } from '@berth/contract/ids';
import { ROLLOUT_DEFAULTS } from '@berth/contract/rules/rollouts';
import { ApiError } from '../../http/api-error.ts';
import { type Route, route } from '../../http/route.ts';
import { noSuchRollout } from './change-state.ts';
import type { RolloutDeps } from './deps.ts';
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

export function startRolloutRoute(deps: RolloutDeps): Route {
  return route(
    startRollout,
    async ({ params, body, caller, role, ifMatch, tx, organizationId, afterCommit, audit }) => {
      const profile = { organizationId, profileId: params.id };
      const key = { organizationId, rolloutId: randomUUID() as RolloutId };
      const authorship = { authorId: caller.userId, author: caller.email, note: body.note ?? null };
      const draft = { name: body.name, definition: body.definition };
      const { from, to, note } = await deps.staging.stage(tx, profile, draft, authorship, ifMatch, { caller, role });
      if (from === to) throw new ApiError('nothing-changed', 'The draft contains no changes.');
      if (await isRollingOut(tx, profile))
        throw new ApiError('rollout-in-progress', 'A rollout of this profile is already in progress.');

      const options = { ...ROLLOUT_DEFAULTS, ...body };
      const groups = planGroups(await listCandidates(tx, profile, key), body.groups);
      await insertRollout(tx, profile, key, {
        from_revision: from,
        to_revision: to,
        success_threshold: options.successThreshold,
        error_threshold: options.errorThreshold,
        silent_after_s: options.silentAfterSeconds,
        soak_s: options.soakSeconds,
        ...authorship,
        createdAt: new Date(deps.clock.now()),
      });
      await insertGroups(tx, key, groups);
      const rollout = await lockRollout(tx, key);
      if (!rollout) throw noSuchRollout();
      const publish = await nextGroup(deps, tx, rollout);
      afterCommit(() => publish(deps.bus));
      audit({ before: note.before, after: { rolloutId: key.rolloutId, groups: body.groups, revision: note.after } });
      return presentRollout(tx, rollout);
    },
  );
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
