-- When machines were connected: spans of one machine for its timeline, and counts of an hour for an organisation's chart.
-- Both are kept for 30 days (features/machines/log-job.ts).

alter table machine_states add column online boolean not null default false;

create table machine_presence (
  organization_id uuid not null,
  machine_id text not null,
  since timestamptz not null,
  -- null while the machine is connected.
  until timestamptz,
  primary key (organization_id, machine_id, since),
  foreign key (organization_id, machine_id) references machines on delete cascade
);
create index machine_presence_open on machine_presence (organization_id, machine_id) where until is null;
create index machine_presence_age on machine_presence (until);

alter table machine_presence enable row level security;
create policy machine_presence_read on machine_presence for select
  using (organization_id = any (visible_organizations()));
grant select on machine_presence to berth_app;

create table fleet_hours (
  organization_id uuid not null references organizations on delete cascade,
  hour timestamptz not null,
  -- The most machines that were connected at once, and how many there were then.
  online integer not null,
  total integer not null,
  primary key (organization_id, hour)
);
create index fleet_hours_age on fleet_hours (hour);

alter table fleet_hours enable row level security;
create policy fleet_hours_read on fleet_hours for select using (organization_id = berth_organization_id());
grant select on fleet_hours to berth_app;

-- A sign of life is written every five minutes: a machine that gave none for longer was away, whatever was written of it
-- before a server ended without a goodbye.
create function presence_gap() returns interval language sql immutable return interval '10 minutes';

create or replace function record_machine_states(p_states jsonb) returns void
  language sql security definer set search_path = public, pg_temp as
$$
  with reported as (
    select * from jsonb_to_recordset(p_states) as r (
      organization_id uuid, machine_id text, online boolean, last_seen timestamptz, running_since timestamptz,
      status text, applied_profile_id uuid, applied_revision integer, apply_error text, agent_version text,
      hardware jsonb
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
        apply_error = r.apply_error, agent_version = r.agent_version, hardware = coalesce(r.hardware, s.hardware)
    from reported r
    where s.organization_id = r.organization_id and s.machine_id = r.machine_id
$$;

-- Counts every organisation's machines into the hour that it is.
create function count_fleet_hours() returns void
  language sql security definer set search_path = public, pg_temp as
$$
  insert into fleet_hours (organization_id, hour, online, total)
    select organization_id, date_trunc('hour', now()),
        count(*) filter (where online and last_seen > now() - presence_gap()), count(*)
      from machine_states group by organization_id
    on conflict (organization_id, hour) do update
      set online = greatest(fleet_hours.online, excluded.online), total = excluded.total
      where fleet_hours.online < excluded.online or fleet_hours.total <> excluded.total
$$;

create function forget_presence(p_age interval) returns void
  language sql security definer set search_path = public, pg_temp as
$$
  delete from fleet_hours where hour < now() - p_age;
  delete from machine_presence where until < now() - p_age;
$$;

revoke all on function presence_gap(), count_fleet_hours(), forget_presence(interval) from public;
grant execute on function count_fleet_hours(), forget_presence(interval) to berth_system;
