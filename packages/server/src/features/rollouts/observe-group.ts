import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/connection.ts';
import type { RolloutRow } from './store.ts';
import { hasTarget, joinTargetLayer } from './target.ts';

/** Online machines save a sign of life every five minutes; after two missed ones, their server is gone as well. */
const NO_SIGN_OF_LIFE = sql`interval '10 minutes'`;

/**
 * Records the reports of a running group's machines. A machine that was online after the notification and then
 * unreachable for too long counts as silent, if the server was there to hear it; one that was off all the time stays
 * waiting. A machine with Berth OS succeeds only once its profile's version runs and has proved itself.
 */
export async function observeGroup(
  tx: Tx,
  rollout: RolloutRow,
  position: number,
  { now, awakeSince }: { readonly now: Date; readonly awakeSince: number },
): Promise<void> {
  const { organization_id, rollout_id, profile_id, layer_id, silent_after_s, soak_s } = rollout;
  const { shared, joined, shows } = shownBy(rollout, position);
  const time = sql`${now.toISOString()}::timestamptz`;
  const silence = sql`make_interval(secs => ${silent_after_s}::double precision)`;
  const awakeFor = sql`make_interval(secs => ${(now.getTime() - awakeSince) / 1_000}::double precision)`;
  await sql`
    ${shared}
    update rollout_machines rm
    set state = o.state, shown_at = coalesce(rm.shown_at, case when o.shows then ${time} end),
      error = case when o.state = 'failed' then o.apply_error end
    from (
      select seen.machine_id, seen.shows, seen.apply_error, case
          when seen.shows and seen.apply_error is not null then 'failed'
          when seen.gone_at >= seen.told_at
            and ${time} - seen.gone_at > ${silence} and ${awakeFor} > ${silence} then 'silent'
          when seen.shows and seen.has_version and seen.gone_at is null
            and ${time} - coalesce(seen.shown_at, ${time}) >= make_interval(secs => ${soak_s}::double precision)
            then 'succeeded'
          when seen.shows then 'shown'
          else 'told'
        end as state
      from (
        select w.machine_id, w.told_at, w.shown_at, s.apply_error,
          not coalesce(s.hardware->'system' ? 'wanted' or s.hardware->'system'->'proved' = 'false', false) as has_version,
          coalesce(${shows}, false) as shows,
          case when s.last_seen is null then w.told_at - interval '1 second'
            when not s.online then s.last_seen
            when s.last_seen < ${time} - ${NO_SIGN_OF_LIFE} then s.last_seen + ${NO_SIGN_OF_LIFE} end as gone_at
        from rollout_machines w
        join machines m on m.organization_id = w.organization_id and m.machine_id = w.machine_id
        left join machine_states s on s.organization_id = w.organization_id and s.machine_id = w.machine_id
        ${joinTargetLayer(organization_id, layer_id)}
        ${joined}
        where w.organization_id = ${organization_id} and w.rollout_id = ${rollout_id} and w.position = ${position}
          and w.state in ('told', 'shown') and ${hasTarget(profile_id)}
      ) seen
    ) o
    where rm.organization_id = ${organization_id} and rm.rollout_id = ${rollout_id} and rm.machine_id = o.machine_id
      and (rm.state <> o.state or (o.shows and rm.shown_at is null))`.execute(tx);
}

interface Shown {
  readonly shared: RawBuilder<unknown>;
  readonly joined: RawBuilder<unknown>;
  readonly shows: RawBuilder<unknown>;
}

/** SQL for whether machine `m` with state `s` shows the rolled-out revision, with the required joins. */
function shownBy(rollout: RolloutRow, position: number): Shown {
  const { organization_id, rollout_id, profile_id, to_revision } = rollout;
  if (profile_id !== null) {
    const shows = sql`s.applied_profile_id = ${profile_id} and s.applied_revision = ${to_revision}`;
    return { shared: sql``, joined: sql``, shows };
  }
  return {
    // A machine reports one digest of its layers, which a group's machines share unless they have their own layer.
    shared: sql`
      with shared as materialized (
        select d.group_hash, layers, layers_digest(layers) as digest
        from (
          select m.group_hash, min(m.machine_id) as one from rollout_machines w
          join machines m on m.organization_id = w.organization_id and m.machine_id = w.machine_id
          where w.organization_id = ${organization_id} and w.rollout_id = ${rollout_id} and w.position = ${position}
          group by m.group_hash
        ) as d
        cross join lateral (
          select tags, released_layers from machines where organization_id = ${organization_id} and machine_id = d.one
        ) as t
        cross join lateral layers_of_machine(${organization_id}, '', t.tags, t.released_layers) as layers
      )`,
    joined: sql`
        join profiles p on p.organization_id = m.organization_id and p.profile_id = m.profile_id
        join shared e on e.group_hash = m.group_hash
        left join layers o on o.organization_id = m.organization_id and o.machine_id = m.machine_id
          and o.scope = 'machine'`,
    shows: sql`s.applied_profile_id = m.profile_id
            and s.applied_revision = coalesce(m.held_revision, p.revision)
            and s.applied_digest = case when o.layer_id is null then e.digest
              else layers_digest(e.layers || (o.layer_id || ':' || o.revision)) end`,
  };
}
