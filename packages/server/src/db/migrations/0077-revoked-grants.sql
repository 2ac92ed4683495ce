-- Grants that were revoked before their access tokens expired, as after a replayed code; kept until those have.
CREATE TABLE identity.revoked_grants (
  grant_id text PRIMARY KEY,
  revoked_at timestamptz NOT NULL DEFAULT now()
);
GRANT SELECT, INSERT, DELETE ON identity.revoked_grants TO berth_system;
