-- Commands for machines with author, expiry, and result (contract rules/commands.ts): for one machine, for many, or
-- scheduled.

create table commands (
  organization_id uuid not null,
  command_id uuid not null,
  machine_id text not null,
  type text not null,
  payload jsonb not null default '{}',
  state text not null default 'queued'
    check (state in ('queued', 'delivered', 'succeeded', 'failed', 'expired', 'cancelled')),
  -- Null for a shell button pressed at the machine: no user of the console sent the command.
  author_id uuid,
  author text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  delivered_at timestamptz,
  -- When the machine confirmed that it will run the command. It is not sent again after that.
  accepted_at timestamptz,
  finished_at timestamptz,
  result text,
  batch_id uuid,
  -- When the machine's user read the message of the command.
  read_at timestamptz,
  primary key (organization_id, command_id),
  foreign key (organization_id, machine_id) references machines on delete cascade
);
create index commands_newest on commands (organization_id, machine_id, created_at desc);
create index commands_open on commands (expires_at) where state in ('queued', 'delivered');
create index commands_batch on commands (organization_id, batch_id) where batch_id is not null;

-- One command for many machines. Its progress is counted from its commands.
create table command_batches (
  organization_id uuid not null references organizations on delete cascade,
  batch_id uuid not null,
  type text not null,
  author_id uuid not null,
  author text not null,
  total integer not null,
  skipped integer not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, batch_id)
);

-- Commands that repeat in maintenance windows, in the time zone of each machine.
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
  -- Windows that opened earlier do not count.
  changed_at timestamptz not null,
  -- Until then, a server is working on it, or has just done so.
  leased_until timestamptz,
  primary key (organization_id, schedule_id),
  check ((tag is null) <> (filter is null)),
  check ((days is null) <> (date is null))
);
create index schedules_due on schedules (leased_until nulls first);

-- One date of a schedule. Its windows open and close by time zone.
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

-- The primary key prevents a second command for a machine on the same date.
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
