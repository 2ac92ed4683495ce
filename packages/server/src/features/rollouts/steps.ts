import type { RolloutReason } from '@berth/contract/rules/rollouts';
import type { Tx } from '../../db/connection.ts';
import { MACHINE_CHANGED, type MachineChanged, PROFILE_CHANGED, type ProfileChanged } from '../../gateway/topics.ts';
import type { RolloutDeps } from './deps.ts';
import { listGroups, type RolloutRow, setGroupState, setState } from './store.ts';
import { releaseMachines, tellGroup } from './store-machines.ts';

/** The messages to publish after the commit. */
export type Publish = (bus: RolloutDeps['bus']) => void;

type StepDeps = Pick<RolloutDeps, 'clock' | 'staging'>;

const keyOf = (rollout: RolloutRow) => ({
  organizationId: rollout.organization_id,
  profileId: rollout.profile_id,
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
    await releaseMachines(tx, rollout);
    return tellProfile(rollout);
  }
  await setGroupState(tx, key, next.position, { state: 'running', now });
  const machines = await tellGroup(tx, rollout, next.position, now);
  const { organizationId } = key;
  return (bus) => {
    for (const machineId of machines)
      bus.publish(MACHINE_CHANGED, { organizationId, machineId } satisfies MachineChanged);
  };
}

/**
 * Rolls back every machine: the previous revision becomes the newest, with a new number, so that revision numbers never
 * decrease. The rollout is locked.
 */
export async function rollBackAll(
  { clock, staging }: StepDeps,
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
  const { author_id: authorId, author } = rollout;
  await staging.restore(tx, key, rollout.from_revision, { authorId, author });
  await releaseMachines(tx, rollout);
  return tellProfile(rollout);
}

function tellProfile({ organization_id: organizationId, profile_id: profileId }: RolloutRow): Publish {
  return (bus) => bus.publish(PROFILE_CHANGED, { organizationId, profileId } satisfies ProfileChanged);
}
