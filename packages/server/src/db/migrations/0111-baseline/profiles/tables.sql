-- Profiles and all their revisions. A definition is stored once, with its revision; the profile has the number of its
-- newest one. The application seals the secrets in definitions.

create table profiles (
  organization_id uuid not null references organizations on delete cascade,
  profile_id uuid not null,
  name text not null,
  deployment text not null,
  revision integer not null check (revision > 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by text not null,
  primary key (organization_id, profile_id)
);
-- "Profile with this name already exists" (spec chapter 5), regardless of case.
create unique index profiles_name on profiles (organization_id, lower(name));

create table profile_revisions (
  organization_id uuid not null,
  profile_id uuid not null,
  revision integer not null check (revision > 0),
  name text not null,
  definition jsonb not null,
  author_id uuid not null,
  author text not null,
  note text,
  created_at timestamptz not null default now(),
  primary key (organization_id, profile_id, revision),
  foreign key (organization_id, profile_id) references profiles on delete cascade
);
