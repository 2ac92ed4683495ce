-- Machines as users set them, the directory of each machine's tenant, and share codes. What a machine reports is in the
-- area reports.

create table machines (
  organization_id uuid not null references organizations on delete cascade,
  machine_id text not null check (machine_id ~ '^[0-9a-f]{32}$'),
  name text not null,
  deployment text not null,
  profile_id uuid,
  context jsonb not null default '{}',
  context_revision integer not null default 0 check (context_revision >= 0),
  registered_at timestamptz not null default now(),
  registered_by text not null,
  tags text[] not null default '{}',
  -- The name in lowercase, for filters by name.
  search text collate "C" generated always as (lower(name)) stored,
  -- The revision that the machine keeps while a rollout holds it (area rollouts). A machine's desired revision is
  -- coalesce(machines.held_revision, profiles.revision).
  held_revision integer,
  ordered_name text collate natural_order generated always as (name_for_order(name)) stored,
  -- Layers with a rollout in progress that has reached this machine: it gets their newest revision
  -- (layers.held_revision).
  released_layers uuid[] not null default '{}',
  -- Equal for machines that get the same definition, apart from machines with their own layer.
  group_hash bigint not null
    generated always as (hash_record_extended(row(profile_id, held_revision, tags, released_layers), 0)) stored,
  primary key (organization_id, machine_id),
  foreign key (organization_id, profile_id) references profiles
);
create index machines_profile on machines (organization_id, profile_id);

-- A page of a list is read from one index in its order, and only until the page is full: the index has all columns that
-- filters use, and rows are fetched for the page only (features/machines/store.ts). Under row-level security, operators
-- such as LIKE cannot be index conditions because they are not leakproof; as a filter on the columns of the index, they
-- take about 20 ms for 100,000 names (docs/decisions/2026-11-21-search-under-row-level-security.md).
create index machines_page on machines (organization_id, ordered_name, machine_id)
  include (search, tags, profile_id, deployment, registered_at);
-- For searches and for pages far into the list; a third of the size of machines_page.
create index machines_names on machines (organization_id, ordered_name, machine_id) include (search);
create index machines_tagged on machines (organization_id, ordered_name, machine_id) include (tags) where tags <> '{}';
-- The other sort orders of the console. Each has an index, so that a page is its first rows instead of the result of
-- sorting 100,000 machines (docs/decisions/2026-11-21-machines-in-any-order.md).
create index machines_registered on machines (organization_id, registered_at, ordered_name, machine_id);
create index machines_deployment on machines (organization_id, deployment, ordered_name, machine_id);
-- For the order by profile: the list reads one profile after another, in the order of their names.
create index machines_by_profile on machines (
  organization_id, (coalesce(profile_id, '00000000-0000-0000-0000-000000000000'::uuid)), ordered_name, machine_id
);
-- Machines that a rollout holds are not outdated: they show the revision that they should. This index is nearly always
-- empty, so excluding them costs nothing.
create index machines_held on machines (organization_id, machine_id, held_revision) where held_revision is not null;
-- Previews and lists of values count machines by group from this index alone.
create index machines_grouped on machines (organization_id, group_hash, machine_id);

-- One row per machine over all tenants: a machine belongs to one organization at a time. Contains only the public key.
-- The role berth_app accesses it only through functions.
create table machine_directory (
  machine_id text primary key,
  organization_id uuid not null,
  public_key bytea not null,
  foreign key (organization_id, machine_id) references machines on delete cascade
);

-- The number of machines per profile; machines without a profile have an ID of zeros, as in machines_by_profile.
create table machine_counts (
  organization_id uuid not null references organizations on delete cascade,
  profile_id uuid not null,
  machines bigint not null,
  primary key (organization_id, profile_id)
) with (fillfactor = 70);

-- One-time codes for connecting to a peer of a machine. Whoever uses a code is anonymous, so the transaction has no
-- tenant.
create table share_codes (
  organization_id uuid not null,
  code_hash bytea not null,
  machine_id text not null,
  -- contract api/signaling.ts
  peer_id text not null,
  expires_at timestamptz not null,
  primary key (organization_id, code_hash),
  foreign key (organization_id, machine_id) references machines on delete cascade
);
create unique index share_codes_hash on share_codes (code_hash);
create index share_codes_expires on share_codes (expires_at);

-- Lists of machines that members saved under a name, pinned in the organization's console.
create table machine_views (
  organization_id uuid not null references organizations on delete cascade,
  view_id uuid not null,
  name text not null,
  -- The query string of the list: search, filters, order, columns.
  query text not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, view_id),
  unique (organization_id, name)
);
