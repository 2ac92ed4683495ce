-- Commands for machines, with their author, expiry and result (contract rules/commands.ts).

CREATE TABLE commands (
  organization_id uuid NOT NULL,
  command_id uuid NOT NULL,
  machine_id text NOT NULL,
  type text NOT NULL,
  payload jsonb NOT NULL DEFAULT '{}',
  state text NOT NULL DEFAULT 'queued'
    CHECK (state IN ('queued', 'delivered', 'succeeded', 'failed', 'expired', 'cancelled')),
  author_id uuid NOT NULL,
  author text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  delivered_at timestamptz,
  -- The machine said that it is going to run it: from here on it is never sent again.
  accepted_at timestamptz,
  finished_at timestamptz,
  result text,
  PRIMARY KEY (organization_id, command_id),
  FOREIGN KEY (organization_id, machine_id) REFERENCES machines ON DELETE CASCADE
);
CREATE INDEX commands_newest ON commands (organization_id, machine_id, created_at DESC);
CREATE INDEX commands_open ON commands (expires_at) WHERE state IN ('queued', 'delivered');

ALTER TABLE commands ENABLE ROW LEVEL SECURITY;
CREATE POLICY commands_read ON commands FOR SELECT USING (organization_id = ANY (visible_organizations()));
CREATE POLICY commands_add ON commands FOR INSERT WITH CHECK (organization_id = current_organization());
CREATE POLICY commands_change ON commands FOR UPDATE USING (organization_id = current_organization());

GRANT SELECT, INSERT, UPDATE ON commands TO berth_app;

-- Ends commands of every tenant whose time is over. One that a machine accepted may still be at work, and gets p_grace
-- on top before it is given up.
CREATE FUNCTION expire_commands(p_grace interval) RETURNS TABLE (organization_id uuid, machine_id text)
  LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS
$$
  UPDATE commands c SET state = 'expired', finished_at = now()
    WHERE c.state IN ('queued', 'delivered')
      AND c.expires_at < now() - CASE WHEN c.accepted_at IS NULL THEN interval '0' ELSE p_grace END
    RETURNING c.organization_id, c.machine_id
$$;
REVOKE ALL ON FUNCTION expire_commands(interval) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION expire_commands(interval) TO berth_app;
