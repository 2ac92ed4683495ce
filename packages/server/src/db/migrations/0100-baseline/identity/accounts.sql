-- People who sign in, and the proofs that are on their way to them by mail. Identity comes before any tenant, so the
-- tables of this schema have none and no policies: only the role berth_system reaches them, which no API handler of a
-- tenant uses.

create schema identity;
grant usage on schema identity to berth_system;

create table identity.accounts (
  user_id uuid primary key,
  -- In lower case: addresses are compared so.
  email text not null unique check (email = lower(email)),
  -- PHC string of argon2id; null for people who only come by another identity provider.
  password_hash text,
  -- The language that the person signed up in, for mails that no browser's wish comes with.
  language text not null check (language in ('deu', 'eng', 'gsw', 'rus')),
  created_at timestamptz not null default now(),
  password_changed_at timestamptz not null default now()
);

-- A sign-up waits here until its address is proven: an account exists only for an address that somebody can read, and
-- nobody can set the password of an address that is not theirs. A decoy is written when the address has an account
-- already, so that both cases do the same work; nobody ever learns its code.
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

-- Without a person where nobody has the address: known and unknown addresses cost the same work.
create table identity.password_resets (
  token_hash bytea primary key,
  user_id uuid references identity.accounts on delete cascade,
  expires_at timestamptz not null
);
create index password_resets_user on identity.password_resets (user_id);

-- Counters of attempts in a window of time, by a keyed hash of what is counted.
create table identity.attempts (
  key_hash bytea primary key,
  used integer not null,
  ends_at timestamptz not null
);

-- People who sign in with the password of a directory (LDAP). Known by the directory's own id of their entry, never by
-- the address: an address can be given to somebody else.
create table identity.directory_people (
  directory text not null,
  subject text not null,
  user_id uuid not null unique references identity.accounts on delete cascade,
  primary key (directory, subject)
);

-- Who is meant by an address in BERTH_PLATFORM_ADMINS: the first person who signed in with it. Another one with the same
-- address, at a provider where addresses can be given away, is not.
create table identity.platform_admins (
  email text primary key check (email = lower(email)),
  user_id uuid not null,
  bound_at timestamptz not null default now()
);

grant select, insert, update, delete on
  identity.accounts, identity.sign_ups, identity.password_resets, identity.attempts, identity.directory_people
  to berth_system;
grant select, insert, delete on identity.platform_admins to berth_system;
