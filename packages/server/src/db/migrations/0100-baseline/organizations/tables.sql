-- Organizations, who belongs to them, and who is invited. An organization is the tenant: every other table of a tenant
-- names it in its primary, unique and foreign keys.

create table organizations (
  organization_id uuid primary key,
  name text not null,
  owner_id uuid not null,
  owner_email text not null,
  mgmt_tier text not null default 'free' check (mgmt_tier in ('free', 'pro', 'business', 'enterprise')),
  revision integer not null default 1 check (revision > 0),
  created_at timestamptz not null default now(),
  -- contract profile/organization-auth.ts, secrets sealed
  auth jsonb not null default '{}',
  auth_revision integer not null default 1,
  shell_commands boolean not null default false
);
-- One owner's names differ. Unique over all tenants would tell one tenant the names of others.
create unique index organizations_owner_name on organizations (owner_id, lower(name));

-- The address is kept here because members are shown by it, whichever identity provider they come from.
create table memberships (
  organization_id uuid not null references organizations on delete cascade,
  user_id uuid not null,
  email text not null,
  role text not null check (role in ('owner', 'administrator', 'operator', 'viewer')),
  created_at timestamptz not null default now(),
  primary key (organization_id, user_id)
);
create unique index memberships_email on memberships (organization_id, lower(email));
create unique index memberships_one_owner on memberships (organization_id) where role = 'owner';
create index memberships_user on memberships (user_id);

-- For an address, whether it has an account or not: whoever signs up with it finds the invitation. It stays until it is
-- accepted, declined or withdrawn.
create table invitations (
  organization_id uuid not null references organizations on delete cascade,
  email text not null check (email = lower(email)),
  role text not null check (role in ('administrator', 'operator', 'viewer')),
  invited_by text not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, email)
);
create index invitations_email on invitations (email);
