-- Who is meant by an address in BERTH_PLATFORM_ADMINS: the first person who signed in with it. Another one with the same
-- address, at a provider where addresses can be given away, is not.
CREATE TABLE identity.platform_admins (
  email text PRIMARY KEY CHECK (email = lower(email)),
  user_id uuid NOT NULL,
  bound_at timestamptz NOT NULL DEFAULT now()
);
GRANT SELECT, INSERT, DELETE ON identity.platform_admins TO berth_system;
