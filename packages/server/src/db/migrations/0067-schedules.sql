-- Commands that are given again and again in maintenance windows, by the clock of each machine.

-- IANA name, as the machine said it.
alter table machine_states add column time_zone text;

create table schedules (
  organization_id uuid not null references organizations on delete cascade,
  schedule_id uuid not null,
  name text not null,
  type text not null,
  msg text,
  tag text,
  filter text,
  -- contract rules/schedules.ts
  days text[],
  date text,
  time text not null,
  window_minutes integer not null check (window_minutes between 1 and 1439),
  time_zone text not null,
  enabled boolean not null,
  revision integer not null default 1,
  author_id uuid not null,
  author text not null,
  created_at timestamptz not null,
  -- Windows that opened before do not count.
  changed_at timestamptz not null,
  -- Until then some server sees to it, or has just done so.
  leased_until timestamptz,
  primary key (organization_id, schedule_id),
  check ((tag is null) <> (filter is null)),
  check ((days is null) <> (date is null))
);
create index schedules_due on schedules (leased_until nulls first);

-- One date of a schedule: windows of its machines open and close with their zones.
create table schedule_runs (
  organization_id uuid not null,
  schedule_id uuid not null,
  date text not null,
  opened_at timestamptz not null,
  closed_at timestamptz,
  missed integer,
  primary key (organization_id, schedule_id, date),
  foreign key (organization_id, schedule_id) references schedules on delete cascade
);

-- Its key keeps a machine from a second command on the same date.
create table schedule_run_machines (
  organization_id uuid not null,
  schedule_id uuid not null,
  date text not null,
  machine_id text not null,
  outcome text not null check (outcome in ('given', 'unlicensed')),
  command_id uuid,
  at timestamptz not null,
  primary key (organization_id, schedule_id, date, machine_id),
  foreign key (organization_id, schedule_id, date) references schedule_runs on delete cascade,
  foreign key (organization_id, machine_id) references machines on delete cascade
);
create index schedule_run_machines_machine on schedule_run_machines (organization_id, machine_id);

alter table schedules enable row level security;
alter table schedule_runs enable row level security;
alter table schedule_run_machines enable row level security;
create policy schedules_read on schedules for select using (organization_id = berth_organization_id());
create policy schedules_add on schedules for insert with check (organization_id = berth_organization_id());
create policy schedules_change on schedules for update using (organization_id = berth_organization_id());
create policy schedules_remove on schedules for delete using (organization_id = berth_organization_id());
create policy schedule_runs_read on schedule_runs for select using (organization_id = berth_organization_id());
create policy schedule_runs_add on schedule_runs for insert with check (organization_id = berth_organization_id());
create policy schedule_runs_change on schedule_runs for update using (organization_id = berth_organization_id());
create policy schedule_run_machines_read on schedule_run_machines for select
  using (organization_id = berth_organization_id());
create policy schedule_run_machines_add on schedule_run_machines for insert
  with check (organization_id = berth_organization_id());
grant select, insert, update, delete on schedules to berth_app;
grant select, insert, update on schedule_runs to berth_app;
grant select, insert on schedule_run_machines to berth_app;

-- Hands out schedules that are on, or whose last run is not closed yet. Whoever takes one sees to it for p_lease.
create function claim_schedules(p_now timestamptz, p_lease interval, p_limit integer)
  returns table (organization_id uuid, schedule_id uuid)
  language sql security definer set search_path = public, pg_temp as
$$
  update schedules s set leased_until = p_now + p_lease
    where (s.organization_id, s.schedule_id) in (
      select q.organization_id, q.schedule_id from schedules q
        where (q.leased_until is null or q.leased_until <= p_now)
          and (q.enabled or exists (
            select 1 from schedule_runs r
              where r.organization_id = q.organization_id and r.schedule_id = q.schedule_id and r.closed_at is null
          ))
        order by q.leased_until nulls first limit p_limit for update skip locked
    )
    returning s.organization_id, s.schedule_id
$$;
revoke all on function claim_schedules(timestamptz, interval, integer) from public;
grant execute on function claim_schedules(timestamptz, interval, integer) to berth_system;

-- As before (0063), and the zone.
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
        time_zone = coalesce(r.time_zone, s.time_zone)
    from reported r
    where s.organization_id = r.organization_id and s.machine_id = r.machine_id
$$;
