-- Profiles and every revision they ever had. A definition is stored once, with its revision: a profile points at its
-- newest one. Secrets inside definitions are sealed by the application before they come here.

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
-- "Profile with this name already exists" (spec chapter 5); capital letters make no other name.
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

alter table profiles enable row level security;
create policy profiles_read on profiles for select using (organization_id = any (visible_organizations()));
create policy profiles_add on profiles for insert with check (organization_id = berth_organization_id());
create policy profiles_change on profiles for update using (organization_id = berth_organization_id());
create policy profiles_remove on profiles for delete using (organization_id = berth_organization_id());

-- Revisions are added and read; they go only with their profile.
alter table profile_revisions enable row level security;
create policy profile_revisions_read on profile_revisions for select
  using (organization_id = any (visible_organizations()));
create policy profile_revisions_add on profile_revisions for insert with check (organization_id = berth_organization_id());

grant select, insert, update, delete on profiles to berth_app;
grant select, insert on profile_revisions to berth_app;
