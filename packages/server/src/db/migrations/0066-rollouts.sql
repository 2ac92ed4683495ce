-- Staged rollouts of a profile's revision. While one is under way it holds the profile's machines at the revision before;
-- a group that begins is let go. Every other reader takes a machine's desired revision as
-- coalesce(machines.held_revision, profiles.revision).

alter table machines add column held_revision integer;

create table profile_rollouts (
  organization_id uuid not null,
  rollout_id uuid not null,
  profile_id uuid not null,
  from_revision integer not null,
  to_revision integer not null,
  state text not null default 'running' check (state in ('running', 'paused', 'finished', 'returned')),
  -- Why it was returned: machines reported errors, went silent, or a person cancelled it.
  reason text check (reason in ('errors', 'silence', 'cancelled')),
  success_threshold integer not null check (success_threshold between 1 and 100),
  error_threshold integer not null check (error_threshold between 1 and 100),
  silent_after_s integer not null check (silent_after_s >= 0),
  soak_s integer not null check (soak_s >= 0),
  author_id uuid not null,
  author text not null,
  note text,
  created_at timestamptz not null,
  finished_at timestamptz,
  -- Until then some server is at work on it.
  leased_until timestamptz,
  primary key (organization_id, rollout_id),
  foreign key (organization_id, profile_id) references profiles on delete cascade,
  check ((state = 'returned') = (reason is not null)),
  check ((state in ('finished', 'returned')) = (finished_at is not null))
);
create unique index profile_rollouts_one on profile_rollouts (organization_id, profile_id)
  where state in ('running', 'paused');
create index profile_rollouts_running on profile_rollouts (leased_until) where state = 'running';

create table rollout_groups (
  organization_id uuid not null,
  rollout_id uuid not null,
  position integer not null,
  name text not null,
  percent integer,
  tag text,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'finished', 'failed')),
  started_at timestamptz,
  finished_at timestamptz,
  primary key (organization_id, rollout_id, position),
  foreign key (organization_id, rollout_id) references profile_rollouts on delete cascade
);

create table rollout_machines (
  organization_id uuid not null,
  rollout_id uuid not null,
  machine_id text not null,
  position integer not null,
  state text not null default 'waiting' check (state in ('waiting', 'told', 'shown', 'succeeded', 'failed', 'silent')),
  error text,
  told_at timestamptz,
  -- When it first said that it shows the revision.
  shown_at timestamptz,
  primary key (organization_id, rollout_id, machine_id),
  foreign key (organization_id, rollout_id, position) references rollout_groups on delete cascade,
  foreign key (organization_id, machine_id) references machines on delete cascade
);
create index rollout_machines_group on rollout_machines (organization_id, rollout_id, position, state);
create index rollout_machines_machine on rollout_machines (organization_id, machine_id);

alter table profile_rollouts enable row level security;
alter table rollout_groups enable row level security;
alter table rollout_machines enable row level security;
create policy profile_rollouts_read on profile_rollouts for select using (organization_id = berth_organization_id());
create policy profile_rollouts_add on profile_rollouts for insert with check (organization_id = berth_organization_id());
create policy profile_rollouts_change on profile_rollouts for update using (organization_id = berth_organization_id());
create policy rollout_groups_read on rollout_groups for select using (organization_id = berth_organization_id());
create policy rollout_groups_add on rollout_groups for insert with check (organization_id = berth_organization_id());
create policy rollout_groups_change on rollout_groups for update using (organization_id = berth_organization_id());
create policy rollout_machines_read on rollout_machines for select using (organization_id = berth_organization_id());
create policy rollout_machines_add on rollout_machines for insert with check (organization_id = berth_organization_id());
create policy rollout_machines_change on rollout_machines for update using (organization_id = berth_organization_id());
grant select, insert, update on profile_rollouts, rollout_groups, rollout_machines to berth_app;

-- A machine that comes to a profile during a rollout waits for its end with the revision before.
create function hold_machine() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if tg_op = 'UPDATE' and new.profile_id is not distinct from old.profile_id then
    return new;
  end if;
  new.held_revision := (
    select r.from_revision from profile_rollouts r
      where r.organization_id = new.organization_id and r.profile_id = new.profile_id
        and r.state in ('running', 'paused')
  );
  return new;
end
$$;
create trigger machines_hold before insert or update of profile_id on machines
  for each row execute function hold_machine();

-- Hands out rollouts that are under way. Whoever takes one has p_lease to take its next step.
create function claim_rollouts(p_now timestamptz, p_lease interval, p_limit integer)
  returns table (organization_id uuid, rollout_id uuid)
  language sql security definer set search_path = public, pg_temp as
$$
  update profile_rollouts r set leased_until = p_now + p_lease
    where (r.organization_id, r.rollout_id) in (
      select q.organization_id, q.rollout_id from profile_rollouts q
        where q.state = 'running' and (q.leased_until is null or q.leased_until <= p_now)
        order by q.leased_until nulls first limit p_limit for update skip locked
    )
    returning r.organization_id, r.rollout_id
$$;

revoke all on function claim_rollouts(timestamptz, interval, integer), hold_machine() from public;
grant execute on function claim_rollouts(timestamptz, interval, integer) to berth_system;
