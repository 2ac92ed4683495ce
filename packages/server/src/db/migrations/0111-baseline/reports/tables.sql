-- What machines report: their state, when they were connected, log entries, and files.

-- Separate from machines because it is written often and in batches: rows are narrow, and no column that changes with
-- every sign of life is indexed, so that updates stay within their page.
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
  -- IANA name, as reported by the machine.
  time_zone text,
  -- Copies of the machine's name and profile: lists are sorted by this table alone, and an index cannot span tables.
  name text not null default '',
  -- Unlike last_seen, changes only when a machine connects or disconnects: 'infinity' while it is connected, otherwise
  -- when it was last seen; for a machine that never connected, when it was registered.
  gone_at timestamptz not null default now(),
  -- Sort order of the status: online, updating, reboot needed, offline.
  standing smallint not null generated always as (
    case when gone_at <> 'infinity' then 3 when status = 'updating' then 1 when status = 'reboot-needed' then 2 else 0 end
  ) stored,
  profile_id uuid,
  -- The revision of its own profile that the machine shows; 0 if it shows none, or another profile.
  step integer not null generated always as (
    case when applied_profile_id = profile_id then coalesce(applied_revision, 0) else 0 end
  ) stored,
  ordered_name text collate natural_order generated always as (name_for_order(name)) stored,
  -- Certificates of remote desktops that the machine does not trust, as last reported; null for none.
  refused_certificates jsonb,
  -- A copy of the machine's tags, for searches.
  tags text[] not null default '{}',
  -- The logged-in user; null while the machine is offline.
  logged_in text,
  -- From the reported hardware, for lists.
  ip_address text generated always as (machine_address(hardware)) stored,
  model text generated always as (hardware ->> 'model') stored,
  serial text generated always as (hardware ->> 'serial') stored,
  -- All values that a search compares (find_machines).
  lookup text collate "C" generated always as (machine_lookup(name, tags, hardware, logged_in)) stored,
  -- Identifies the layers that the machine shows in addition to applied_revision (layers_digest); null for none.
  applied_digest text,
  primary key (organization_id, machine_id),
  foreign key (organization_id, machine_id) references machines on delete cascade
) with (fillfactor = 70);

-- The sort orders of the console (docs/decisions/2026-11-21-machines-in-any-order.md).
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
-- Outdated machines are those below and above the profile's revision in this index.
create index machine_states_step on machine_states (organization_id, profile_id, step, machine_id) include (name);
-- Finds machines that still show layers after the last layer was deleted.
create index machine_states_layered on machine_states (organization_id, machine_id) where applied_digest is not null;

-- When a machine was connected, for its timeline. Kept for 30 days, like fleet_hours (features/machines/logs.ts).
create table machine_presence (
  organization_id uuid not null,
  machine_id text not null,
  since timestamptz not null,
  -- Null while the machine is connected.
  until timestamptz,
  primary key (organization_id, machine_id, since),
  foreign key (organization_id, machine_id) references machines on delete cascade
);
create index machine_presence_open on machine_presence (organization_id, machine_id) where until is null;
create index machine_presence_age on machine_presence (until);

-- Hourly counts for an organization's chart.
create table fleet_hours (
  organization_id uuid not null references organizations on delete cascade,
  hour timestamptz not null,
  -- The maximum number of machines connected at once, and the number of machines at that time.
  online integer not null,
  total integer not null,
  primary key (organization_id, hour)
);
create index fleet_hours_age on fleet_hours (hour);

-- Kept for at most 30 days; the newest 15 entries are shown (spec chapter 9).
create table machine_logs (
  organization_id uuid not null,
  machine_id text not null,
  -- Set by the machine: an entry that is sent twice is stored once.
  entry_id text not null,
  time timestamptz not null,
  type text not null,
  message text not null,
  primary key (organization_id, machine_id, entry_id),
  foreign key (organization_id, machine_id) references machines on delete cascade
);
create index machine_logs_newest on machine_logs (organization_id, machine_id, time desc);
create index machine_logs_age on machine_logs (time);

-- Machine IDs that two computers use at once, because a disk was copied with its key. Readers ignore rows whose last_at
-- is not recent.
create table machine_clones (
  organization_id uuid not null,
  machine_id text not null,
  since timestamptz not null,
  last_at timestamptz not null,
  -- Addresses from which the computers connected, the newest last.
  addresses text[] not null,
  primary key (organization_id, machine_id),
  foreign key (organization_id, machine_id) references machines on delete cascade
);

-- Files that machines send on request. Their content is in the file store.
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
