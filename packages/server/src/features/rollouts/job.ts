import { ROLLOUT_MAX_AGE_DAYS } from '@berth/contract/limits';
import { rolloutVerdict } from '@berth/contract/rules/rollouts';
import { sql } from 'kysely';
import type { Database } from '../../db/connection.ts';
import { asSystem, inTenant } from '../../db/transaction.ts';
import { forEach, startJob } from '../../platform/jobs.ts';
import type { Logger } from '../../platform/logger.ts';
import type { RolloutDeps } from './deps.ts';
import { observeGroup } from './observe-group.ts';
import { machinesOf } from './present.ts';
import { nextGroup, rollBackAll } from './steps.ts';
import { countMachines, listGroups, lockRollout, type RolloutKey, type RolloutRow } from './store.ts';
import { claimRollouts, restUntil } from './store-machines.ts';
import { type Publish, targetOf } from './target.ts';

const EVERY_MS = 1_000;
const AT_ONCE = 50;
const CLEAN_EVERY_MS = 3_600_000;
/** Large groups are checked less often: a group of 10,000 machines every ten seconds. */
const REST_MS_PER_MACHINE = 1;

/** After a longer pause the server, its database, or its computer was away, and no machine could report. */
const PAUSE_MS = 60_000;

/** Advances each active rollout by a step. Any number of servers can run this: each step is taken once. */
function rolloutStepper(deps: RolloutDeps): () => Promise<void> {
  let last = Number.NEGATIVE_INFINITY;
  let awakeSince = last;
  return async () => {
    const now = deps.clock.now();
    const due = await asSystem(deps.db, (tx) => claimRollouts(tx, new Date(now), AT_ONCE));
    if (now - last > PAUSE_MS) awakeSince = now;
    last = now;
    await forEach(due, (key) => stepRollout(deps, key, awakeSince));
    last = deps.clock.now();
  };
}

/**
 * One step of one rollout, in a transaction that locks it: a second server finds the step taken.
 * @param awakeSince Since when this server could hear the machines: none was silent before.
 */
export async function stepRollout(deps: RolloutDeps, key: RolloutKey, awakeSince: number): Promise<void> {
  const publish = await inTenant(deps.db, key, async (tx): Promise<Publish | undefined> => {
    const rollout = await lockRollout(tx, key);
    if (rollout?.state !== 'running') return undefined;
    const group = (await listGroups(tx, key.organizationId, [key.rolloutId])).find(({ state }) => state === 'running');
    if (group) await observeGroup(tx, rollout, group.position, { now: new Date(deps.clock.now()), awakeSince });
    const counts = group ? await countMachines(tx, key.organizationId, [key.rolloutId], group.position) : [];
    const machines = group && machinesOf(group, counts);
    const verdict = machines ? rolloutVerdict(machines, thresholdsOf(rollout)) : 'next';
    if (verdict === 'wait') {
      const watched = (machines?.told ?? 0) + (machines?.shown ?? 0);
      await restUntil(tx, key, new Date(deps.clock.now() + watched * REST_MS_PER_MACHINE));
      return undefined;
    }
    const step = verdict === 'next' ? nextGroup(deps, tx, rollout) : rollBackAll(deps, tx, rollout, verdict);
    const told = await step;
    await deps.recordWork(tx, key.organizationId, {
      action: verdict === 'next' ? 'rollouts.nextGroup' : 'rollouts.returned',
      actor: { kind: 'system', name: 'rollout' },
      target: auditTarget(rollout),
      after: { rolloutId: key.rolloutId, group: group?.position ?? null, verdict },
    });
    return told;
  });
  publish?.(deps.bus);
}

function auditTarget(rollout: RolloutRow) {
  const target = targetOf(rollout);
  return { kind: target.kind, id: target.kind === 'profile' ? target.profileId : target.layerId };
}

function thresholdsOf({ success_threshold, error_threshold }: RolloutRow) {
  return { successThreshold: success_threshold, errorThreshold: error_threshold };
}

/** Deletes the rollouts that ended longer ago than the limit. */
export async function forgetRollouts(db: Database): Promise<void> {
  const forget = () =>
    asSystem(db, async (tx) => {
      const { rows } = await sql<{ forgotten: boolean }>`
        select forget_rollout(make_interval(days => ${ROLLOUT_MAX_AGE_DAYS}::int)) as forgotten`.execute(tx);
      return rows[0]?.forgotten === true;
    });
  while (await forget());
}

export function startRollouts(deps: RolloutDeps, logger: Logger): { stop(): Promise<void> } {
  const steps = startJob('rollouts.step', EVERY_MS, rolloutStepper(deps), logger);
  const cleaning = startJob('rollouts.clean', CLEAN_EVERY_MS, () => forgetRollouts(deps.db), logger);
  return {
    async stop() {
      await Promise.all([steps.stop(), cleaning.stop()]);
    },
  };
}
