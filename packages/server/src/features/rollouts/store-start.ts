import type { MachineId } from '@berth/contract/ids';
import { sql } from 'kysely';
import type { Tx } from '../../db/connection.ts';
import type { RolloutKey, RolloutRow } from './store.ts';
import { columnsOfTarget, hasTarget, hold, joinTargetLayer, type Target } from './target.ts';

interface NewRollout
  extends Pick<
    RolloutRow,
    'from_revision' | 'to_revision' | 'success_threshold' | 'error_threshold' | 'silent_after_s' | 'soak_s'
  > {
  readonly authorId: RolloutRow['author_id'];
  readonly author: string;
  readonly note: string | null;
  readonly createdAt: Date;
}

/** The target's machines in a random order per rollout, so that different machines go first each time. */
export async function listCandidates(
  tx: Tx,
  target: Target,
  { organizationId, rolloutId }: RolloutKey,
): Promise<Candidate[]> {
  const { profile_id, layer_id } = columnsOfTarget(target);
  const { rows } = await sql<Candidate>`
    select m.machine_id as "machineId", m.tags from machines m
    ${joinTargetLayer(organizationId, layer_id)}
    where m.organization_id = ${organizationId} and ${hasTarget(profile_id)}
    order by md5(${rolloutId} || m.machine_id)`.execute(tx);
  return rows;
}

/** Creates the rollout, and holds the target's machines at the previous revision. */
export async function insertRollout(
  tx: Tx,
  target: Target,
  { organizationId, rolloutId }: RolloutKey,
  rollout: NewRollout,
): Promise<void> {
  const { profile_id, layer_id } = columnsOfTarget(target);
  await sql`
    insert into profile_rollouts (organization_id, rollout_id, profile_id, layer_id, from_revision, to_revision,
      success_threshold, error_threshold, silent_after_s, soak_s, author_id, author, note, created_at)
    values (${organizationId}, ${rolloutId}, ${profile_id}, ${layer_id}, ${rollout.from_revision}, ${rollout.to_revision},
      ${rollout.success_threshold}, ${rollout.error_threshold},
      ${rollout.silent_after_s}, ${rollout.soak_s},
      ${rollout.authorId}, ${rollout.author}, ${rollout.note}, ${rollout.createdAt.toISOString()})`.execute(tx);
  await hold(tx, organizationId, target, rollout.from_revision);
}

export async function insertGroups(
  tx: Tx,
  { organizationId, rolloutId }: RolloutKey,
  groups: readonly PlannedGroup[],
): Promise<void> {
  const rows = groups.map(({ name = '', percent = null, tag = null }, position) => ({ position, name, percent, tag }));
  await sql`
    insert into rollout_groups (organization_id, rollout_id, position, name, percent, tag)
    select ${organizationId}, ${rolloutId}, g.position, g.name, g.percent, g.tag
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (position int, name text, percent int, tag text)`.execute(
    tx,
  );
  const machines = groups.flatMap(({ machineIds }, position) => machineIds.map((id) => ({ id, position })));
  await sql`
    insert into rollout_machines (organization_id, rollout_id, machine_id, position)
    select ${organizationId}, ${rolloutId}, g.id, g.position
    from jsonb_to_recordset(${JSON.stringify(machines)}::jsonb) as g (id text, position int)`.execute(tx);
}

/** The machines that a group takes (contract api/rollouts.ts). */
export interface GroupWish {
  readonly name?: string;
  readonly percent?: number;
  readonly tag?: string;
}

export interface Candidate {
  readonly machineId: MachineId;
  readonly tags: readonly string[];
}

export interface PlannedGroup extends GroupWish {
  readonly machineIds: readonly MachineId[];
}
