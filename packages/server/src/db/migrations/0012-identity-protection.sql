-- What people see and do about their own account: where they are signed in, and second factors.

-- For the list of sessions. The session itself is a provider record, sealed; this is what a person recognises it by.
CREATE TABLE identity.session_details (
  session_uid text PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES identity.accounts ON DELETE CASCADE,
  client_id text NOT NULL,
  user_agent text NOT NULL,
  address text NOT NULL,
  signed_in_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX session_details_user ON identity.session_details (user_id);

-- The secret of an authenticator app, sealed. It counts only once a code has proven it.
CREATE TABLE identity.totp (
  user_id uuid PRIMARY KEY REFERENCES identity.accounts ON DELETE CASCADE,
  sealed text NOT NULL,
  confirmed_at timestamptz,
  -- The newest time step whose code was taken: no code works twice (RFC 6238, 5.2).
  last_step bigint NOT NULL DEFAULT 0
);

CREATE TABLE identity.recovery_codes (
  user_id uuid NOT NULL REFERENCES identity.accounts ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  PRIMARY KEY (user_id, code_hash)
);

CREATE TABLE identity.passkeys (
  credential_id text PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES identity.accounts ON DELETE CASCADE,
  name text NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz
);
CREATE INDEX passkeys_user ON identity.passkeys (user_id);

-- The challenge that a person's new passkey has to sign; one at a time.
CREATE TABLE identity.passkey_challenges (
  user_id uuid PRIMARY KEY REFERENCES identity.accounts ON DELETE CASCADE,
  challenge text NOT NULL,
  expires_at timestamptz NOT NULL
);

GRANT SELECT, INSERT, UPDATE, DELETE ON
  identity.session_details, identity.totp, identity.recovery_codes, identity.passkeys, identity.passkey_challenges
  TO berth_system;
