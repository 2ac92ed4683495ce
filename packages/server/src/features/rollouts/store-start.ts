import type { MachineId } from '@berth/contract/ids';
import { sql } from 'kysely';
import type { Tx } from '../../db/connection.ts';
import type { ProfileKey } from '../../gateway/ports.ts';
import type { RolloutKey, RolloutRow } from './store.ts';

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

/** The profile's machines in a random order per rollout, so that different machines go first each time. */
export async function listCandidates(
  tx: Tx,
  { organizationId, profileId }: ProfileKey,
  { rolloutId }: RolloutKey,
): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select machine_id as "machineId", tags from machines
    where organization_id = ${organizationId} and profile_id = ${profileId}
    order by md5(${rolloutId} || machine_id)`.execute(tx);
  return rows;
}

/** Creates the rollout, and holds the profile's machines at the previous revision. */
export async function insertRollout(
  tx: Tx,
  { organizationId, profileId }: ProfileKey,
  { rolloutId }: RolloutKey,
  rollout: NewRollout,
): Promise<void> {
  await sql`
    insert into profile_rollouts (organization_id, rollout_id, profile_id, from_revision, to_revision,
      success_threshold, error_threshold, silent_after_s, soak_s, author_id, author, note, created_at)
    values (${organizationId}, ${rolloutId}, ${profileId}, ${rollout.from_revision}, ${rollout.to_revision},
      ${rollout.success_threshold}, ${rollout.error_threshold},
      ${rollout.silent_after_s}, ${rollout.soak_s},
      ${rollout.authorId}, ${rollout.author}, ${rollout.note}, ${rollout.createdAt.toISOString()})`.execute(tx);
  await sql`
    update machines set held_revision = ${rollout.from_revision}
    where organization_id = ${organizationId} and profile_id = ${profileId}`.execute(tx);
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
