-- Data of the OpenID provider: sessions, grants, codes, tokens, interactions.

-- The ID of a record is a secret that its bearer presents (a refresh token, a session cookie). Only its hash is stored,
-- and the record is sealed with the server's key: nobody can log in with a stolen copy of the database.
create table identity.provider_records (
  model text not null,
  id_hash bytea not null,
  grant_id text,
  session_uid text,
  user_code_hash bytea,
  user_id uuid,
  sealed text not null,
  consumed_at timestamptz,
  expires_at timestamptz not null,
  primary key (model, id_hash)
);
create index provider_records_grant on identity.provider_records (grant_id) where grant_id is not null;
create index provider_records_session on identity.provider_records (session_uid) where session_uid is not null;
create index provider_records_user_code on identity.provider_records (user_code_hash) where user_code_hash is not null;
create index provider_records_user on identity.provider_records (user_id) where user_id is not null;
create index provider_records_expiry on identity.provider_records (expires_at);

-- The provider's signing keys, sealed. Created once, under the lock row.
create table identity.signing_keys (
  key_id text primary key,
  sealed text not null,
  created_at timestamptz not null default now()
);
create table identity.locks (name text primary key);
insert into identity.locks (name) values ('signing_keys');

-- Sessions that ended and grants that were revoked (as after a replayed code) before their access tokens expired. Kept
-- until the tokens expire.
create table identity.ended_sessions (
  session_uid text primary key,
  ended_at timestamptz not null default now()
);
create table identity.revoked_grants (
  grant_id text primary key,
  revoked_at timestamptz not null default now()
);

-- Nonces with which a machine proved its key over HTTP. Each is valid once, on any node. Kept until they expire.
create table identity.used_nonces (
  nonce text primary key,
  expires_at timestamptz not null
);
create index used_nonces_expires on identity.used_nonces (expires_at);

grant select, insert, update, delete on
  identity.provider_records, identity.signing_keys, identity.ended_sessions to berth_system;
-- update: for "select … for update".
grant select, update on identity.locks to berth_system;
grant select, insert, delete on identity.revoked_grants, identity.used_nonces to berth_system;
