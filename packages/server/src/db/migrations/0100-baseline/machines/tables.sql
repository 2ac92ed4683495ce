-- Machines as people set them, the directory that knows which tenant a machine belongs to, and codes that lead to one.
-- What a machine says of itself is in reports.

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
  search text collate "C" generated always as (lower(name)) stored,
  -- While a rollout holds the machine back (rollouts): the revision it keeps. Every other reader takes a machine's desired
  -- revision as coalesce(machines.held_revision, profiles.revision).
  held_revision integer,
  ordered_name text collate natural_order generated always as (name_for_order(name)) stored,
  primary key (organization_id, machine_id),
  foreign key (organization_id, profile_id) references profiles
);
create index machines_profile on machines (organization_id, profile_id);

-- A page of a list is found in one index alone, in its order, and stops when it is full: nothing but what a filter may
-- ask of a machine is read, and rows are fetched for the page only (features/machines/store.ts). Operators such as LIKE
-- cannot be conditions of an index under row-level security, because they are not leakproof; as a filter over the
-- index's own columns they cost 100,000 names some 20 ms (docs/decisions/2026-11-21-search-under-row-level-security.md).
create index machines_page on machines (organization_id, ordered_name, machine_id)
  include (search, tags, profile_id, deployment, registered_at);
-- What a search and a far page read, at a third of the size of machines_page.
create index machines_names on machines (organization_id, ordered_name, machine_id) include (search);
create index machines_tagged on machines (organization_id, ordered_name, machine_id) include (tags) where tags <> '{}';
-- The other orders that the console offers: each is an index, so that a page is the first rows of it and not the best of
-- 100,000 (docs/decisions/2026-11-21-machines-in-any-order.md).
create index machines_registered on machines (organization_id, registered_at, ordered_name, machine_id);
create index machines_deployment on machines (organization_id, deployment, ordered_name, machine_id);
-- Profile by profile: the list goes from one to the next in the order of their names.
create index machines_by_profile on machines (
  organization_id, (coalesce(profile_id, '00000000-0000-0000-0000-000000000000'::uuid)), ordered_name, machine_id
);
-- Who a rollout holds back shows what they are to show: they are not among those behind. In an index of its own, nearly
-- always empty, so that nothing more is read of the others.
create index machines_held on machines (organization_id, machine_id, held_revision) where held_revision is not null;

-- One row a machine over all tenants: a machine belongs to one organization at a time. Only the public key is kept.
-- The application role reaches it through functions alone.
create table machine_directory (
  machine_id text primary key,
  organization_id uuid not null,
  public_key bytea not null,
  foreign key (organization_id, machine_id) references machines on delete cascade
);

-- How many machines of an organization show each profile; those without one under zeros, as in machines_by_profile.
create table machine_counts (
  organization_id uuid not null references organizations on delete cascade,
  profile_id uuid not null,
  machines bigint not null,
  primary key (organization_id, profile_id)
) with (fillfactor = 70);

-- One-time codes that lead to a peer of a machine. Whoever uses one is known to nobody, so there is no tenant yet.
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
