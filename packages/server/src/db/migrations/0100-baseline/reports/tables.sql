-- What machines tell of themselves: their state, when they were connected, what happened, files they sent.

-- Apart from what people set: written often and in batches, so its rows stay narrow, and no column that every sign of
-- life changes is indexed, so that updates stay within their page.
create table machine_states (
  organization_id uuid not null,
  machine_id text not null,
  last_seen timestamptz,
  running_since timestamptz,
  status text not null default 'normal' check (status in ('normal', 'updating', 'reboot-needed')),
  applied_profile_id uuid,
  applied_revision integer,
  apply_error text,
  agent_version text,
  hardware jsonb,
  online boolean not null default false,
  -- IANA name, as the machine said it.
  time_zone text,
  -- The machine's name and profile are repeated here: lists are ordered by the state's table alone, and an index cannot
  -- reach into another table.
  name text not null default '',
  -- Changes when a machine comes and goes only, unlike last_seen: 'infinity' while it is connected, then when it was last
  -- seen; a machine that never was counts as seen when it was registered.
  gone_at timestamptz not null default now(),
  -- Connected and well, updating, in need of a reboot, gone: as a person would order them.
  standing smallint not null generated always as (
    case when gone_at <> 'infinity' then 3 when status = 'updating' then 1 when status = 'reboot-needed' then 2 else 0 end
  ) stored,
  profile_id uuid,
  -- The revision of its own profile that the machine shows; 0 where it shows none, or another profile.
  step integer not null generated always as (
    case when applied_profile_id = profile_id then coalesce(applied_revision, 0) else 0 end
  ) stored,
  ordered_name text collate natural_order generated always as (name_for_order(name)) stored,
  -- Certificates of remote desktops that the machine does not trust, as it last reported them; null: none.
  refused_certificates jsonb,
  primary key (organization_id, machine_id),
  foreign key (organization_id, machine_id) references machines on delete cascade
) with (fillfactor = 70);

-- The orders that the console offers (docs/decisions/2026-11-21-machines-in-any-order.md).
create index machine_states_gone on machine_states (organization_id, gone_at, ordered_name, machine_id);
create index machine_states_standing on machine_states (organization_id, standing, ordered_name, machine_id);
create index machine_states_version on machine_states (
  organization_id, (coalesce(agent_version, '')) collate natural_order, ordered_name, machine_id
);
create index machine_states_revision on machine_states (
  organization_id, (coalesce(applied_revision, 0)), ordered_name, machine_id
);
create index machine_states_faulty on machine_states (organization_id, ordered_name, machine_id)
  where apply_error is not null;
create index machine_states_status on machine_states (organization_id, status, ordered_name, machine_id);
-- Machines behind are what lies before and after the profile's revision here.
create index machine_states_step on machine_states (organization_id, profile_id, step, machine_id) include (name);

-- When a machine was connected, for its timeline. Kept for 30 days, as fleet_hours is (features/machines/log-job.ts).
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

-- Counts of an hour, for an organization's chart.
create table fleet_hours (
  organization_id uuid not null references organizations on delete cascade,
  hour timestamptz not null,
  -- The most machines that were connected at once, and how many there were then.
  online integer not null,
  total integer not null,
  primary key (organization_id, hour)
);
create index fleet_hours_age on fleet_hours (hour);

-- At most 30 days, the last 15 entries are shown (spec chapter 9).
create table machine_logs (
  organization_id uuid not null,
  machine_id text not null,
  -- Given by the machine: an entry that is sent twice is kept once.
  entry_id text not null,
  time timestamptz not null,
  type text not null,
  message text not null,
  primary key (organization_id, machine_id, entry_id),
  foreign key (organization_id, machine_id) references machines on delete cascade
);
create index machine_logs_newest on machine_logs (organization_id, machine_id, time desc);
create index machine_logs_age on machine_logs (time);

-- Machines whose identity two computers were seen to use at once: a disk was copied, key included. A row counts while
-- the last time is not long ago; whoever reads it asks for that.
create table machine_clones (
  organization_id uuid not null,
  machine_id text not null,
  since timestamptz not null,
  last_at timestamptz not null,
  -- Where the computers connected from, the newest last.
  addresses text[] not null,
  primary key (organization_id, machine_id),
  foreign key (organization_id, machine_id) references machines on delete cascade
);

-- Files that machines send when they are asked to; their content is in the file store.
create table debug_files (
  organization_id uuid not null,
  file_id uuid not null,
  machine_id text not null,
  name text not null,
  bytes bigint not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, file_id),
  foreign key (organization_id, machine_id) references machines on delete cascade
);
create index debug_files_newest on debug_files (organization_id, machine_id, created_at desc);
