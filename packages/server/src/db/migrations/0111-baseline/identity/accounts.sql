-- Accounts, and the codes and links sent by email that prove an address. Accounts belong to no tenant, so the tables of
-- this schema have no policies: only the role berth_system can access them, which no handler of a tenant's request
-- uses.

create schema identity;
grant usage on schema identity to berth_system;

create table identity.accounts (
  user_id uuid primary key,
  -- Lowercase, because addresses are compared regardless of case.
  email text not null unique check (email = lower(email)),
  -- PHC string of argon2id; null for users of other identity providers.
  password_hash text,
  -- The language in which the account was created, for emails. The contract lists the languages (rules/languages.ts): a
  -- new one needs no migration.
  language text not null check (language ~ '^[a-z]{3}$'),
  created_at timestamptz not null default now(),
  password_changed_at timestamptz not null default now()
);

-- New accounts whose address is not proven yet. Accounts exist only for addresses that their owner can read, so nobody
-- can set a password for someone else's address. If the address already has an account, a decoy is written, so that
-- both cases do the same work; nobody learns its code.
create table identity.sign_ups (
  sign_up_id uuid primary key,
  interaction_uid text not null,
  email text not null check (email = lower(email)),
  password_hash text not null,
  language text not null,
  code_hash bytea not null,
  link_hash bytea not null unique,
  decoy boolean not null,
  attempts smallint not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sign_ups_email on identity.sign_ups (email);
create index sign_ups_expiry on identity.sign_ups (expires_at);

-- user_id is null if no account has the address: known and unknown addresses cost the same work.
create table identity.password_resets (
  token_hash bytea primary key,
  user_id uuid references identity.accounts on delete cascade,
  expires_at timestamptz not null
);
create index password_resets_user on identity.password_resets (user_id);

-- Counts attempts within a time window, by a keyed hash of what is counted.
create table identity.attempts (
  key_hash bytea primary key,
  used integer not null,
  ends_at timestamptz not null
);

-- Users who log in with the password of a directory (LDAP). Identified by the directory's ID of their entry, not by
-- address: an address can be given to someone else.
create table identity.directory_people (
  directory text not null,
  subject text not null,
  user_id uuid not null unique references identity.accounts on delete cascade,
  primary key (directory, subject)
);

-- The users that BERTH_PLATFORM_ADMINS means: the first user who logs in with each address. A later user with the same
-- address is not an administrator, because some providers reassign addresses.
create table identity.platform_admins (
  email text primary key check (email = lower(email)),
  user_id uuid not null,
  bound_at timestamptz not null default now()
);

grant select, insert, update, delete on
  identity.accounts, identity.sign_ups, identity.password_resets, identity.attempts, identity.directory_people
  to berth_system;
grant select, insert, delete on identity.platform_admins to berth_system;
