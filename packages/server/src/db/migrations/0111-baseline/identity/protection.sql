-- What users manage in their account: logged-in sessions and second factors.

-- What the list of sessions shows. The session itself is a provider record, which is sealed.
create table identity.session_details (
  session_uid text primary key,
  user_id uuid not null references identity.accounts on delete cascade,
  client_id text not null,
  user_agent text not null,
  address text not null,
  signed_in_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now()
);
create index session_details_user on identity.session_details (user_id);

-- The secret of an authenticator app, sealed. It takes effect once a code has confirmed it.
create table identity.totp (
  user_id uuid primary key references identity.accounts on delete cascade,
  sealed text not null,
  confirmed_at timestamptz,
  -- The newest time step of an accepted code: no code is accepted twice (RFC 6238, 5.2).
  last_step bigint not null default 0
);

create table identity.recovery_codes (
  user_id uuid not null references identity.accounts on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

create table identity.passkeys (
  credential_id text primary key,
  user_id uuid not null references identity.accounts on delete cascade,
  name text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_user on identity.passkeys (user_id);

-- The challenge that a user's new passkey has to sign; one at a time.
create table identity.passkey_challenges (
  user_id uuid primary key references identity.accounts on delete cascade,
  challenge text not null,
  expires_at timestamptz not null
);

grant select, insert, update, delete on
  identity.session_details, identity.totp, identity.recovery_codes, identity.passkeys, identity.passkey_challenges
  to berth_system;
