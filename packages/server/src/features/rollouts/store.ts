import type { QueryOf } from '@berth/contract/api/endpoint';
import type { listRollouts as listRolloutsCall } from '@berth/contract/api/rollouts';
import type { OrganizationId, RolloutId } from '@berth/contract/ids';
import { LIST_LIMIT_DEFAULT } from '@berth/contract/limits';
import type { GroupState, RolloutMachineState, RolloutReason, RolloutState } from '@berth/contract/rules/rollouts';
import { type RawBuilder, sql } from 'kysely';
import { columnsOf, type RowOf } from '../../db/columns.ts';
import type { Tx } from '../../db/connection.ts';
import type { ProfileKey } from '../../gateway/ports.ts';
import { hasTarget, joinTargetLayer } from './target.ts';

export interface RolloutKey {
  readonly organizationId: OrganizationId;
  readonly rolloutId: RolloutId;
}

const COLUMNS = columnsOf('profile_rollouts', [
  'organization_id',
  'rollout_id',
  'profile_id',
  'layer_id',
  'from_revision',
  'to_revision',
  'state',
  'reason',
  'success_threshold',
  'error_threshold',
  'silent_after_s',
  'soak_s',
  'author_id',
  'author',
  'note',
  'created_at',
  'finished_at',
]);
export type RolloutRow = RowOf<typeof COLUMNS>;

const GROUP_COLUMNS = columnsOf('rollout_groups', [
  'rollout_id',
  'position',
  'name',
  'percent',
  'tag',
  'state',
  'started_at',
  'finished_at',
]);
export type GroupRow = RowOf<typeof GROUP_COLUMNS>;

/** The number of machines of a group in a state. */
export interface CountRow {
  readonly rollout_id: RolloutId;
  readonly position: number;
  readonly state: RolloutMachineState;
  readonly count: number;
}

/** Whether a rollout of the profile is active. */
export async function isRollingOut(tx: Tx, { organizationId, profileId }: ProfileKey): Promise<boolean> {
  const rows = await select(tx, organizationId, sql`profile_id = ${profileId} and state in ('running', 'paused')`);
  return rows.length > 0;
}

type Listed = QueryOf<typeof listRolloutsCall>;

/** Whether the named profile and layer are the organization's. */
export async function hasTargets(
  tx: Tx,
  organizationId: OrganizationId,
  { profileId, layerId }: Listed,
): Promise<boolean> {
  const profile = sql`exists (
    select from profiles where organization_id = ${organizationId} and profile_id = ${profileId ?? null}::uuid)`;
  const layer = sql`exists (
    select from layers where organization_id = ${organizationId} and layer_id = ${layerId ?? null}::uuid)`;
  const { rows } = await sql<{ found: boolean }>`
    select (${profileId ?? null}::uuid is null or ${profile}) and (${layerId ?? null}::uuid is null or ${layer})
      as found`.execute(tx);
  return rows[0]?.found ?? false;
}

/** Rollouts of existing profiles and layers, or of one: those in progress, then the newest. */
export async function listRollouts(
  tx: Tx,
  organizationId: OrganizationId,
  { profileId, layerId, limit = LIST_LIMIT_DEFAULT, skip = 0 }: Listed,
): Promise<RolloutRow[]> {
  const profile = profileId ? sql`profile_id = ${profileId}` : sql`true`;
  const layer = layerId ? sql`layer_id = ${layerId}` : sql`true`;
  const order = sql`order by state in ('running', 'paused') desc, created_at desc, rollout_id`;
  return select(tx, organizationId, sql`${profile} and ${layer} ${order} limit ${limit} offset ${skip}`);
}

export async function findRollout(tx: Tx, { organizationId, rolloutId }: RolloutKey): Promise<RolloutRow | undefined> {
  return (await select(tx, organizationId, sql`rollout_id = ${rolloutId}`))[0];
}

/** Locks the rollout until the end of the transaction, so that nobody else takes its next step. */
export async function lockRollout(tx: Tx, { organizationId, rolloutId }: RolloutKey): Promise<RolloutRow | undefined> {
  return (await select(tx, organizationId, sql`rollout_id = ${rolloutId} for update`))[0];
}

export async function listGroups(
  tx: Tx,
  organizationId: OrganizationId,
  ids: readonly RolloutId[],
): Promise<GroupRow[]> {
  const { rows } = await sql<GroupRow>`
    select ${GROUP_COLUMNS} from rollout_groups
    where organization_id = ${organizationId} and rollout_id = any (${[...ids]}::uuid[])
    order by rollout_id, position`.execute(tx);
  return rows;
}

/**
 * Counts machines by group and state, optionally of one group; in an active rollout, without those that left the profile
 * or layer.
 */
export async function countMachines(
  tx: Tx,
  organizationId: OrganizationId,
  ids: readonly RolloutId[],
  position?: number,
): Promise<CountRow[]> {
  const group = position === undefined ? sql`true` : sql`rm.position = ${position}`;
  const { rows } = await sql<CountRow>`
    select rm.rollout_id, rm.position, rm.state, count(*) as count from rollout_machines rm
    join profile_rollouts r on r.organization_id = rm.organization_id and r.rollout_id = rm.rollout_id
    ${joinTargetLayer(sql.ref('r.organization_id'), sql.ref('r.layer_id'))}
    join machines m on m.organization_id = rm.organization_id and m.machine_id = rm.machine_id
    where rm.organization_id = ${organizationId} and rm.rollout_id = any (${[...ids]}::uuid[]) and ${group}
      and (r.state in ('finished', 'returned') or ${hasTarget(sql.ref('r.profile_id'))})
    group by rm.rollout_id, rm.position, rm.state`.execute(tx);
  return rows;
}

export async function setState(
  tx: Tx,
  { organizationId, rolloutId }: RolloutKey,
  { state, reason, finishedAt }: { state: RolloutState; reason: RolloutReason | null; finishedAt: Date | null },
): Promise<void> {
  await sql`
    update profile_rollouts set state = ${state}, reason = ${reason}, finished_at = ${finishedAt?.toISOString() ?? null},
      leased_until = null
    where organization_id = ${organizationId} and rollout_id = ${rolloutId}`.execute(tx);
}

export async function setGroupState(
  tx: Tx,
  { organizationId, rolloutId }: RolloutKey,
  position: number,
  { state, now }: { readonly state: GroupState; readonly now: Date },
): Promise<void> {
  const column = sql.ref(state === 'running' ? 'started_at' : 'finished_at');
  await sql`
    update rollout_groups set state = ${state}, ${column} = ${now.toISOString()}
    where organization_id = ${organizationId} and rollout_id = ${rolloutId} and position = ${position}`.execute(tx);
}

async function select(tx: Tx, organizationId: OrganizationId, rest: RawBuilder<unknown>): Promise<RolloutRow[]> {
  const { rows } = await sql<RolloutRow>`
    select ${COLUMNS} from profile_rollouts where organization_id = ${organizationId} and ${rest}`.execute(tx);
  return rows;
}
