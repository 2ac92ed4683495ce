-- What the OpenID provider remembers: sessions, grants, codes, tokens, interactions.

-- The id of a record is a secret that its bearer presents (a refresh token, a session's cookie), so only its hash is
-- kept and the record is sealed with the server's key: a stolen copy of the database signs nobody in.
CREATE TABLE identity.provider_records (
  model text NOT NULL,
  id_hash bytea NOT NULL,
  grant_id text,
  session_uid text,
  user_code_hash bytea,
  user_id uuid,
  sealed text NOT NULL,
  consumed_at timestamptz,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (model, id_hash)
);
CREATE INDEX provider_records_grant ON identity.provider_records (grant_id) WHERE grant_id IS NOT NULL;
CREATE INDEX provider_records_session ON identity.provider_records (session_uid) WHERE session_uid IS NOT NULL;
CREATE INDEX provider_records_user_code ON identity.provider_records (user_code_hash) WHERE user_code_hash IS NOT NULL;
CREATE INDEX provider_records_user ON identity.provider_records (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX provider_records_expiry ON identity.provider_records (expires_at);

-- The provider's signing keys, sealed. Made once: whoever makes them holds the lock row.
CREATE TABLE identity.signing_keys (
  key_id text PRIMARY KEY,
  sealed text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE identity.locks (name text PRIMARY KEY);
INSERT INTO identity.locks (name) VALUES ('signing_keys');

-- Sessions that were ended before their access tokens expired; kept until those have.
CREATE TABLE identity.ended_sessions (
  session_uid text PRIMARY KEY,
  ended_at timestamptz NOT NULL DEFAULT now()
);

GRANT SELECT, INSERT, UPDATE, DELETE ON
  identity.provider_records, identity.signing_keys, identity.ended_sessions TO berth_system;
-- UPDATE for SELECT ... FOR UPDATE.
GRANT SELECT, UPDATE ON identity.locks TO berth_system;
