-- People who sign in, and the proofs that are on their way to them by mail. Identity comes before any tenant, so these
-- tables have none; only the role berth_system reaches them, which no API handler of a tenant uses.

CREATE SCHEMA identity;
GRANT USAGE ON SCHEMA identity TO berth_system;

CREATE TABLE identity.accounts (
  user_id uuid PRIMARY KEY,
  -- In lower case: addresses are compared so.
  email text NOT NULL UNIQUE CHECK (email = lower(email)),
  -- PHC string of argon2id; null for people who only come by another identity provider.
  password_hash text,
  -- The language that the person signed up in, for mails that no browser's wish comes with.
  language text NOT NULL CHECK (language IN ('deu', 'eng', 'gsw', 'rus')),
  created_at timestamptz NOT NULL DEFAULT now(),
  password_changed_at timestamptz NOT NULL DEFAULT now()
);

-- A sign-up waits here until its address is proven: an account exists only for an address that somebody can read, and
-- nobody can set the password of an address that is not theirs. A decoy is written when the address has an account
-- already, so that both cases do the same work; nobody ever learns its code.
CREATE TABLE identity.sign_ups (
  sign_up_id uuid PRIMARY KEY,
  interaction_uid text NOT NULL,
  email text NOT NULL CHECK (email = lower(email)),
  password_hash text NOT NULL,
  language text NOT NULL,
  code_hash bytea NOT NULL,
  link_hash bytea NOT NULL UNIQUE,
  decoy boolean NOT NULL,
  attempts smallint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX sign_ups_email ON identity.sign_ups (email);
CREATE INDEX sign_ups_expiry ON identity.sign_ups (expires_at);

-- Without a person where nobody has the address: known and unknown addresses cost the same work.
CREATE TABLE identity.password_resets (
  token_hash bytea PRIMARY KEY,
  user_id uuid REFERENCES identity.accounts ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
CREATE INDEX password_resets_user ON identity.password_resets (user_id);

-- Counters of attempts in a window of time, by a keyed hash of what is counted.
CREATE TABLE identity.attempts (
  key_hash bytea PRIMARY KEY,
  used integer NOT NULL,
  ends_at timestamptz NOT NULL
);

GRANT SELECT, INSERT, UPDATE, DELETE ON
  identity.accounts, identity.sign_ups, identity.password_resets, identity.attempts TO berth_system;
