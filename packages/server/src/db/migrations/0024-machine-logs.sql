-- What machines tell of themselves: at most 30 days, the last 15 entries are shown (spec chapter 9).

CREATE TABLE machine_logs (
  organization_id uuid NOT NULL,
  machine_id text NOT NULL,
  -- Given by the machine: an entry that is sent twice is kept once.
  entry_id text NOT NULL,
  time timestamptz NOT NULL,
  type text NOT NULL,
  message text NOT NULL,
  PRIMARY KEY (organization_id, machine_id, entry_id),
  FOREIGN KEY (organization_id, machine_id) REFERENCES machines ON DELETE CASCADE
);
CREATE INDEX machine_logs_newest ON machine_logs (organization_id, machine_id, time DESC);
CREATE INDEX machine_logs_age ON machine_logs (time);

ALTER TABLE machine_logs ENABLE ROW LEVEL SECURITY;
CREATE POLICY machine_logs_read ON machine_logs FOR SELECT USING (organization_id = ANY (visible_organizations()));
CREATE POLICY machine_logs_add ON machine_logs FOR INSERT WITH CHECK (organization_id = current_organization());

GRANT SELECT, INSERT ON machine_logs TO berth_app;

CREATE FUNCTION forget_machine_logs(p_age interval) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS
$$ DELETE FROM machine_logs WHERE time < now() - p_age $$;
REVOKE ALL ON FUNCTION forget_machine_logs(interval) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_machine_logs(interval) TO berth_app;
