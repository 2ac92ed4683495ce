-- Layers: partial definitions for an organization, for machines with a tag, or for one machine
-- (docs/decisions/2026-11-24-layers.md). As for profiles, content is stored once, with its revision, and the
-- application seals the secrets in it.

create table layers (
  organization_id uuid not null references organizations on delete cascade,
  layer_id uuid not null,
  name text not null,
  scope text not null check (scope in ('organization', 'tag', 'machine')),
  tag text,
  machine_id text,
  -- Order among the layers of the same scope; higher ones win.
  position integer not null,
  revision integer not null check (revision > 0),
  -- The number of values that it sets, and of paths that it locks.
  settings integer not null,
  locks integer not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by text not null,
  -- While a rollout is in progress: the revision of machines that it has not reached. The others have the layer in
  -- machines.released_layers (docs/decisions/2026-11-21-staged-rollouts.md).
  held_revision integer check (held_revision > 0),
  primary key (organization_id, layer_id),
  foreign key (organization_id, machine_id) references machines on delete cascade,
  check ((scope = 'tag') = (tag is not null)),
  check ((scope = 'machine') = (machine_id is not null))
);
create unique index layers_name on layers (organization_id, lower(name));
-- One per machine. The gateway looks it up for each machine that connects.
create unique index layers_machine on layers (organization_id, machine_id) where scope = 'machine';
create index layers_shared on layers (organization_id, position) where scope <> 'machine';

create table layer_revisions (
  organization_id uuid not null,
  layer_id uuid not null,
  revision integer not null check (revision > 0),
  name text not null,
  -- {definition, off, locks}
  content jsonb not null,
  author_id uuid not null,
  author text not null,
  note text,
  created_at timestamptz not null default now(),
  primary key (organization_id, layer_id, revision),
  foreign key (organization_id, layer_id) references layers on delete cascade
);
