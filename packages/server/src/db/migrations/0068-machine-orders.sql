-- Lists of many machines in any order that the console offers: each is an index, so that a page is the first rows of it
-- and not the best of 100,000 (docs/decisions/2026-11-21-machines-in-any-order.md). What a machine reports is ordered by
-- the state's table alone, which for that knows the machine's name: an index cannot reach into another table.

-- A sign of life changes last_seen every few minutes and must stay within its page (0022), so no index may hold it.
-- This changes when a machine comes and goes only: 'infinity' while it is connected, then when it was last seen; a
-- machine that never was counts as seen when it was registered.
alter table machine_states
  add column name text not null default '',
  add column gone_at timestamptz not null default now();

-- Connected and well, updating, in need of a reboot, gone: as a person would order them.
alter table machine_states add column standing smallint not null generated always as (
  case when gone_at <> 'infinity' then 3 when status = 'updating' then 1 when status = 'reboot-needed' then 2 else 0 end
) stored;

update machine_states s
  set name = m.name,
      gone_at = case when s.online and s.last_seen is not null then 'infinity' else coalesce(s.last_seen, m.registered_at) end
  from machines m where m.organization_id = s.organization_id and m.machine_id = s.machine_id;

create index machine_states_gone on machine_states (organization_id, gone_at, name, machine_id);
create index machine_states_standing on machine_states (organization_id, standing, name, machine_id);
create index machine_states_version on machine_states (organization_id, (coalesce(agent_version, '')), name, machine_id);
create index machine_states_revision on machine_states (organization_id, (coalesce(applied_revision, 0)), name, machine_id);
create index machine_states_faulty on machine_states (organization_id, machine_id) where apply_error is not null;

create index machines_registered on machines (organization_id, registered_at, name, machine_id);
create index machines_deployment on machines (organization_id, deployment, name, machine_id);
-- Profile by profile: the list goes from one to the next in the order of their names.
create index machines_by_profile on machines (
  organization_id, (coalesce(profile_id, '00000000-0000-0000-0000-000000000000'::uuid)), name, machine_id
);

create function name_machine_state() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  update machine_states s set name = new.name
    where s.organization_id = new.organization_id and s.machine_id = new.machine_id;
  return null;
end
$$;
create trigger machines_named after update of name on machines
  for each row when (new.name is distinct from old.name) execute function name_machine_state();

create function begin_machine_state() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  select m.name, coalesce(new.last_seen, m.registered_at) into new.name, new.gone_at from machines m
    where m.organization_id = new.organization_id and m.machine_id = new.machine_id;
  return new;
end
$$;
create trigger machine_states_begun before insert on machine_states
  for each row execute function begin_machine_state();
revoke all on function name_machine_state(), begin_machine_state() from public;

-- As before (0067), and whether the machine has gone.
create or replace function record_machine_states(p_states jsonb) returns void
  language sql security definer set search_path = public, pg_temp as
$$
  with reported as (
    select * from jsonb_to_recordset(p_states) as r (
      organization_id uuid, machine_id text, online boolean, last_seen timestamptz, running_since timestamptz,
      status text, applied_profile_id uuid, applied_revision integer, apply_error text, agent_version text,
      hardware jsonb, time_zone text
    )
    -- As in 0062: a node that a machine has left may write its last state later than the next node writes its first.
    where not exists (
      select 1 from machine_states s
        where s.organization_id = r.organization_id and s.machine_id = r.machine_id and s.last_seen > r.last_seen
          and s.last_seen <= now() + interval '1 minute'
    )
  ),
  -- Every part sees the states as they were before.
  change as (
    select r.organization_id, r.machine_id, r.last_seen, s.last_seen as before, r.online,
        s.online and s.last_seen < r.last_seen - presence_gap() as lost, s.online as was_online
      from reported r
      join machine_states s on s.organization_id = r.organization_id and s.machine_id = r.machine_id
  ),
  ended as (
    update machine_presence p set until = greatest(p.since, case when c.lost then c.before else c.last_seen end)
      from change c
      where p.organization_id = c.organization_id and p.machine_id = c.machine_id and p.until is null
        and (c.lost or not c.online)
  ),
  begun as (
    insert into machine_presence (organization_id, machine_id, since)
      select organization_id, machine_id, last_seen from change where online and (lost or not was_online)
      on conflict do nothing
  )
  update machine_states s
    set online = r.online, last_seen = r.last_seen, running_since = r.running_since, status = r.status,
        applied_profile_id = r.applied_profile_id, applied_revision = r.applied_revision,
        apply_error = r.apply_error, agent_version = r.agent_version, hardware = coalesce(r.hardware, s.hardware),
        time_zone = coalesce(r.time_zone, s.time_zone),
        gone_at = case when r.online then 'infinity' else r.last_seen end
    from reported r
    where s.organization_id = r.organization_id and s.machine_id = r.machine_id
$$;

-- As before (0063), and machines whose server ended without a goodbye are gone as well.
create or replace function count_fleet_hours() returns void
  language sql security definer set search_path = public, pg_temp as
$$
  update machine_states set gone_at = last_seen
    where gone_at = 'infinity' and last_seen < now() - presence_gap();
  insert into fleet_hours (organization_id, hour, online, total)
    select organization_id, date_trunc('hour', now()),
        count(*) filter (where online and last_seen > now() - presence_gap()), count(*)
      from machine_states group by organization_id
    on conflict (organization_id, hour) do update
      set online = greatest(fleet_hours.online, excluded.online), total = excluded.total
      where fleet_hours.online < excluded.online or fleet_hours.total <> excluded.total;
$$;
