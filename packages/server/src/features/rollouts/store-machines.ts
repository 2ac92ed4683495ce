import type { MachineId, OrganizationId, RolloutId } from '@berth/contract/ids';
import type { RolloutMachineState } from '@berth/contract/rules/rollouts';
import { sql } from 'kysely';
import type { Tx } from '../../db/connection.ts';
import type { RolloutKey, RolloutRow } from './store.ts';

/** Releases the new revision to a group's machines; returns them. */
export async function tellGroup(tx: Tx, rollout: RolloutRow, position: number, now: Date): Promise<MachineId[]> {
  const { organization_id, rollout_id, profile_id } = rollout;
  await sql`
    update rollout_machines set state = 'told', told_at = ${now.toISOString()}
    where organization_id = ${organization_id} and rollout_id = ${rollout_id} and position = ${position}`.execute(tx);
  const { rows } = await sql<{ machine_id: MachineId }>`
    update machines m set held_revision = null from rollout_machines rm
    where m.organization_id = ${organization_id} and m.profile_id = ${profile_id}
      and rm.organization_id = m.organization_id and rm.rollout_id = ${rollout_id} and rm.position = ${position}
      and rm.machine_id = m.machine_id
    returning m.machine_id`.execute(tx);
  return rows.map(({ machine_id }) => machine_id);
}

/** Releases every machine of the profile to its newest revision. */
export async function releaseMachines(tx: Tx, { organization_id, profile_id }: RolloutRow): Promise<void> {
  await sql`
    update machines set held_revision = null
    where organization_id = ${organization_id} and profile_id = ${profile_id} and held_revision is not null`.execute(
    tx,
  );
}

/** Online machines save a sign of life every five minutes; after two missed ones, their server is gone as well. */
const NO_SIGN_OF_LIFE = sql`interval '10 minutes'`;

/**
 * Records the reports of a running group's machines. A machine that was online after the notification and then
 * unreachable for too long is silent; one that was off all the time keeps waiting. One with Berth OS has not succeeded
 * before the version of its profile runs and has proved itself.
 */
export async function observeGroup(tx: Tx, rollout: RolloutRow, position: number, now: Date): Promise<void> {
  const { organization_id, rollout_id, profile_id, to_revision, silent_after_s, soak_s } = rollout;
  const time = sql`${now.toISOString()}::timestamptz`;
  await sql`
    update rollout_machines rm
    set state = o.state, shown_at = coalesce(rm.shown_at, case when o.shows then ${time} end),
      error = case when o.state = 'failed' then o.apply_error end
    from (
      select seen.machine_id, seen.shows, seen.apply_error, case
          when seen.shows and seen.apply_error is not null then 'failed'
          when seen.gone_at >= seen.told_at
            and ${time} - seen.gone_at > make_interval(secs => ${silent_after_s}::double precision) then 'silent'
          when seen.shows and seen.has_version and seen.gone_at is null
            and ${time} - coalesce(seen.shown_at, ${time}) >= make_interval(secs => ${soak_s}::double precision)
            then 'succeeded'
          when seen.shows then 'shown'
          else 'told'
        end as state
      from (
        select w.machine_id, w.told_at, w.shown_at, s.apply_error,
          not coalesce(s.hardware->'system' ? 'wanted' or s.hardware->'system'->'proved' = 'false', false) as has_version,
          coalesce(s.applied_profile_id = ${profile_id} and s.applied_revision = ${to_revision}, false) as shows,
          case when s.last_seen is null then w.told_at - interval '1 second'
            when not s.online then s.last_seen
            when s.last_seen < ${time} - ${NO_SIGN_OF_LIFE} then s.last_seen + ${NO_SIGN_OF_LIFE} end as gone_at
        from rollout_machines w
        join machines m on m.organization_id = w.organization_id and m.machine_id = w.machine_id
        left join machine_states s on s.organization_id = w.organization_id and s.machine_id = w.machine_id
        where w.organization_id = ${organization_id} and w.rollout_id = ${rollout_id} and w.position = ${position}
          and w.state in ('told', 'shown') and m.profile_id = ${profile_id}
      ) seen
    ) o
    where rm.organization_id = ${organization_id} and rm.rollout_id = ${rollout_id} and rm.machine_id = o.machine_id
      and (rm.state <> o.state or (o.shows and rm.shown_at is null))`.execute(tx);
}

export interface RolloutMachineRow {
  readonly machine_id: MachineId;
  readonly name: string;
  readonly position: number;
  readonly state: RolloutMachineState;
  readonly error: string | null;
}

export async function listMachines(
  tx: Tx,
  { organizationId, rolloutId }: RolloutKey,
  page: { group?: number; state?: RolloutMachineState; limit: number; skip: number },
): Promise<RolloutMachineRow[]> {
  const group = page.group === undefined ? sql`true` : sql`rm.position = ${page.group}`;
  const state = page.state === undefined ? sql`true` : sql`rm.state = ${page.state}`;
  const { rows } = await sql<RolloutMachineRow>`
    select rm.machine_id, m.name, rm.position, rm.state, rm.error from rollout_machines rm
    join machines m on m.organization_id = rm.organization_id and m.machine_id = rm.machine_id
    where rm.organization_id = ${organizationId} and rm.rollout_id = ${rolloutId} and ${group} and ${state}
    order by rm.position, m.ordered_name, m.machine_id
    limit ${page.limit} offset ${page.skip}`.execute(tx);
  return rows;
}

/** Claims active rollouts of all tenants. Runs as the system. */
export async function claimRollouts(
  tx: Tx,
  now: Date,
  limit: number,
): Promise<{ readonly organizationId: OrganizationId; readonly rolloutId: RolloutId }[]> {
  const { rows } = await sql<{ organizationId: OrganizationId; rolloutId: RolloutId }>`
    select organization_id as "organizationId", rollout_id as "rolloutId"
    from claim_rollouts(${now.toISOString()}::timestamptz, interval '2 seconds', ${limit})`.execute(tx);
  return rows;
}
