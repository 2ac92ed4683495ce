import type { RolloutReason } from '@berth/contract/rules/rollouts';
import type { Tx } from '../../db/connection.ts';
import type { RolloutDeps } from './deps.ts';
import { listGroups, type RolloutRow, setGroupState, setState } from './store.ts';
import { tellGroup } from './store-machines.ts';
import { type Publish, releaseAll, targetOf } from './target.ts';

type StepDeps = Pick<RolloutDeps, 'clock' | 'staging' | 'layerStaging'>;

const keyOf = (rollout: RolloutRow) => ({
  organizationId: rollout.organization_id,
  rolloutId: rollout.rollout_id,
});

/** Finishes the running group and starts the next; after the last one the rollout is done. The rollout is locked. */
export async function nextGroup({ clock }: StepDeps, tx: Tx, rollout: RolloutRow): Promise<Publish> {
  const key = keyOf(rollout);
  const now = new Date(clock.now());
  const groups = await listGroups(tx, key.organizationId, [key.rolloutId]);
  const running = groups.find(({ state }) => state === 'running');
  const next = groups.find(({ state }) => state === 'waiting');
  if (running) await setGroupState(tx, key, running.position, { state: 'finished', now });
  if (!next) {
    await setState(tx, key, { state: 'finished', reason: null, finishedAt: now });
    return releaseAll(tx, rollout);
  }
  await setGroupState(tx, key, next.position, { state: 'running', now });
  return tellGroup(tx, rollout, next.position, now);
}

/**
 * Rolls back every machine: the previous revision becomes the newest, with a new number, so that revision numbers never
 * decrease. The rollout is locked.
 */
export async function rollBackAll(
  { clock, staging, layerStaging }: StepDeps,
  tx: Tx,
  rollout: RolloutRow,
  reason: RolloutReason,
): Promise<Publish> {
  const key = keyOf(rollout);
  const now = new Date(clock.now());
  const groups = await listGroups(tx, key.organizationId, [key.rolloutId]);
  const running = groups.find(({ state }) => state === 'running');
  if (running) await setGroupState(tx, key, running.position, { state: 'failed', now });
  await setState(tx, key, { state: 'returned', reason, finishedAt: now });
  const { author_id: authorId, author, organization_id: organizationId, from_revision } = rollout;
  const target = targetOf(rollout);
  await (target.kind === 'profile'
    ? staging.restore(tx, { organizationId, profileId: target.profileId }, from_revision, { authorId, author })
    : layerStaging.restore(tx, { organizationId, layerId: target.layerId }, from_revision, { authorId, author }));
  return releaseAll(tx, rollout);
}
