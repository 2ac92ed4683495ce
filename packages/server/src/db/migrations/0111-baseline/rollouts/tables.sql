-- Staged rollouts of a profile's or layer's revision. A rollout in progress holds machines at the previous revision
-- (machines.held_revision, layers.held_revision) until their group starts
-- (docs/decisions/2026-11-21-staged-rollouts.md).

create table profile_rollouts (
  organization_id uuid not null,
  rollout_id uuid not null,
  -- Either this or layer_id.
  profile_id uuid,
  from_revision integer not null,
  to_revision integer not null,
  state text not null default 'running' check (state in ('running', 'paused', 'finished', 'returned')),
  -- Why it was rolled back: machines reported errors, stopped responding, or a user canceled it.
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
  -- Until then, a server is working on it.
  leased_until timestamptz,
  layer_id uuid,
  primary key (organization_id, rollout_id),
  foreign key (organization_id, profile_id) references profiles on delete cascade,
  foreign key (organization_id, layer_id) references layers on delete cascade,
  check ((state = 'returned') = (reason is not null)),
  check ((state in ('finished', 'returned')) = (finished_at is not null)),
  check (num_nonnulls(profile_id, layer_id) = 1)
);
create unique index profile_rollouts_one on profile_rollouts (organization_id, profile_id)
  where state in ('running', 'paused');
create unique index profile_rollouts_one_of_layer on profile_rollouts (organization_id, layer_id)
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
  -- When the machine first reported that it shows the revision.
  shown_at timestamptz,
  primary key (organization_id, rollout_id, machine_id),
  foreign key (organization_id, rollout_id, position) references rollout_groups on delete cascade,
  foreign key (organization_id, machine_id) references machines on delete cascade
);
create index rollout_machines_group on rollout_machines (organization_id, rollout_id, position, state);
create index rollout_machines_machine on rollout_machines (organization_id, machine_id);
