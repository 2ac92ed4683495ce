import type { Rollout } from '@berth/contract/api/rollouts';
import type { OrganizationId } from '@berth/contract/ids';
import { ROLLOUT_MACHINE_STATES } from '@berth/contract/rules/rollouts';
import type { Tx } from '../../db/connection.ts';
import { type CountRow, countMachines, type GroupRow, listGroups, type RolloutRow } from './store.ts';

type Group = Rollout['groups'][number];

/** Rollouts with the current state of their groups. */
export async function presentRollouts(
  tx: Tx,
  organizationId: OrganizationId,
  rows: readonly RolloutRow[],
): Promise<Rollout[]> {
  const ids = rows.map(({ rollout_id }) => rollout_id);
  const groups = await listGroups(tx, organizationId, ids);
  const counts = await countMachines(tx, organizationId, ids);
  return rows.map((row) => ({
    id: row.rollout_id,
    organizationId: row.organization_id,
    profileId: row.profile_id,
    layerId: row.layer_id,
    fromRevision: row.from_revision,
    toRevision: row.to_revision,
    state: row.state,
    reason: row.reason,
    successThreshold: row.success_threshold,
    errorThreshold: row.error_threshold,
    silentAfterSeconds: row.silent_after_s,
    soakSeconds: row.soak_s,
    author: row.author,
    note: row.note,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
    groups: groups
      .filter(({ rollout_id }) => rollout_id === row.rollout_id)
      .map((group) => presentGroup(group, counts)),
  }));
}

export async function presentRollout(tx: Tx, row: RolloutRow): Promise<Rollout> {
  const [rollout] = await presentRollouts(tx, row.organization_id, [row]);
  if (!rollout) throw new Error('one row makes one rollout');
  return rollout;
}

function presentGroup(row: GroupRow, counts: readonly CountRow[]): Group {
  const { position, name, percent, tag, state, started_at, finished_at } = row;
  const machines = machinesOf(row, counts);
  return { position, name, percent, tag, state, startedAt: started_at, finishedAt: finished_at, machines };
}

/** The number of a group's machines by state. */
export function machinesOf(
  { rollout_id, position }: Pick<GroupRow, 'rollout_id' | 'position'>,
  counts: readonly CountRow[],
): Group['machines'] {
  const own = counts.filter((each) => each.rollout_id === rollout_id && each.position === position);
  return Object.fromEntries(
    ROLLOUT_MACHINE_STATES.map((name) => [name, own.find(({ state }) => state === name)?.count ?? 0]),
  ) as Group['machines'];
}
