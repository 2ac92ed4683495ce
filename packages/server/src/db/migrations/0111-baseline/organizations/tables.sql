-- Organizations, their members, and invitations. An organization is a tenant: every other table of a tenant has its ID
-- in primary, unique, and foreign keys.

create table organizations (
  organization_id uuid primary key,
  name text not null,
  owner_id uuid not null,
  owner_email text not null,
  mgmt_tier text not null default 'free' check (mgmt_tier in ('free', 'pro', 'business', 'enterprise')),
  revision integer not null default 1 check (revision > 0),
  created_at timestamptz not null default now(),
  -- contract profile/organization-auth.ts; secrets are sealed.
  auth jsonb not null default '{}',
  auth_revision integer not null default 1,
  shell_commands boolean not null default false
);
-- Unique per owner: unique names over all tenants would reveal the names of other tenants.
create unique index organizations_owner_name on organizations (owner_id, lower(name));

-- The address is stored here because members are listed by it, whatever their identity provider.
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

-- For an address with or without an account: whoever creates an account with it finds the invitation. Kept until it is
-- accepted, declined, or withdrawn.
create table invitations (
  organization_id uuid not null references organizations on delete cascade,
  email text not null check (email = lower(email)),
  role text not null check (role in ('administrator', 'operator', 'viewer')),
  invited_by text not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, email)
);
create index invitations_email on invitations (email);
