-- Nonces over which a machine has proven its key by HTTP: each is good once, at whichever node. Kept until their time is over.
CREATE TABLE identity.used_nonces (
  nonce text PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
CREATE INDEX used_nonces_expires ON identity.used_nonces (expires_at);
GRANT SELECT, INSERT, DELETE ON identity.used_nonces TO berth_system;
