-- Machines, what each last said of itself, and the directory that knows which tenant a machine belongs to.

CREATE TABLE machines (
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  machine_id text NOT NULL CHECK (machine_id ~ '^[0-9a-f]{32}$'),
  name text NOT NULL,
  deployment text NOT NULL,
  profile_id uuid,
  context jsonb NOT NULL DEFAULT '{}',
  context_revision integer NOT NULL DEFAULT 0 CHECK (context_revision >= 0),
  registered_at timestamptz NOT NULL DEFAULT now(),
  registered_by text NOT NULL,
  PRIMARY KEY (organization_id, machine_id),
  FOREIGN KEY (organization_id, profile_id) REFERENCES profiles
);
CREATE INDEX machines_profile ON machines (organization_id, profile_id);
CREATE INDEX machines_name ON machines (organization_id, name);

-- What a machine reports, apart from what people set: written often and in batches, so its rows stay narrow, and no
-- changing column is indexed, so that updates stay within their page.
CREATE TABLE machine_states (
  organization_id uuid NOT NULL,
  machine_id text NOT NULL,
  last_seen timestamptz,
  running_since timestamptz,
  status text NOT NULL DEFAULT 'normal' CHECK (status IN ('normal', 'updating', 'reboot-needed')),
  applied_profile_id uuid,
  applied_revision integer,
  apply_error text,
  agent_version text,
  hardware jsonb,
  PRIMARY KEY (organization_id, machine_id),
  FOREIGN KEY (organization_id, machine_id) REFERENCES machines ON DELETE CASCADE
) WITH (fillfactor = 70);

-- One row a machine over all tenants: a machine belongs to one organisation at a time. Only the public key is kept.
-- The application role reaches it through the functions below alone.
CREATE TABLE machine_directory (
  machine_id text PRIMARY KEY,
  organization_id uuid NOT NULL,
  public_key bytea NOT NULL,
  FOREIGN KEY (organization_id, machine_id) REFERENCES machines ON DELETE CASCADE
);

ALTER TABLE machines ENABLE ROW LEVEL SECURITY;
CREATE POLICY machines_read ON machines FOR SELECT USING (organization_id = ANY (visible_organizations()));
CREATE POLICY machines_change ON machines FOR UPDATE USING (organization_id = current_organization());
CREATE POLICY machines_remove ON machines FOR DELETE USING (organization_id = current_organization());

ALTER TABLE machine_states ENABLE ROW LEVEL SECURITY;
CREATE POLICY machine_states_read ON machine_states FOR SELECT USING (organization_id = ANY (visible_organizations()));

ALTER TABLE machine_directory ENABLE ROW LEVEL SECURITY;

GRANT SELECT, UPDATE, DELETE ON machines TO berth_app;
GRANT SELECT ON machine_states TO berth_app;

CREATE FUNCTION machine_tenant(p_machine text, p_user uuid) RETURNS TABLE (organization_id uuid, role text)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS
$$
  SELECT m.organization_id, m.role FROM machine_directory d
    JOIN memberships m ON m.organization_id = d.organization_id AND m.user_id = p_user
    WHERE d.machine_id = p_machine
$$;

-- For the gateway, after the machine has proven its key.
CREATE FUNCTION machine_home(p_machine text) RETURNS uuid
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS
$$ SELECT organization_id FROM machine_directory WHERE machine_id = p_machine $$;

-- Makes a machine one of the transaction's tenant. p_from is the tenant it is taken out of, where the caller has found
-- that the person may; the machine's rows there go. False when the machine meanwhile belongs to yet another.
CREATE FUNCTION register_machine(
  p_machine text, p_public_key bytea, p_from uuid, p_name text, p_deployment text, p_profile uuid, p_by text
) RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS
$$
DECLARE
  v_home uuid;
BEGIN
  IF current_organization() IS NULL THEN
    RAISE EXCEPTION 'a machine needs a tenant';
  END IF;
  SELECT organization_id INTO v_home FROM machine_directory WHERE machine_id = p_machine FOR UPDATE;
  IF v_home IS NOT NULL AND v_home <> current_organization() THEN
    IF p_from IS DISTINCT FROM v_home OR member_role(v_home, current_person()) IS NULL THEN
      RETURN false;
    END IF;
    DELETE FROM machines WHERE organization_id = v_home AND machine_id = p_machine;
  END IF;
  INSERT INTO machines (organization_id, machine_id, name, deployment, profile_id, registered_by)
    VALUES (current_organization(), p_machine, p_name, p_deployment, p_profile, p_by)
    ON CONFLICT (organization_id, machine_id) DO UPDATE
      SET name = excluded.name, deployment = excluded.deployment, profile_id = excluded.profile_id,
          registered_by = excluded.registered_by, registered_at = now();
  INSERT INTO machine_states (organization_id, machine_id) VALUES (current_organization(), p_machine)
    ON CONFLICT DO NOTHING;
  INSERT INTO machine_directory (machine_id, organization_id, public_key)
    VALUES (p_machine, current_organization(), p_public_key)
    ON CONFLICT (machine_id) DO NOTHING;
  -- Two tenants at the same moment: the directory's key lets one through.
  RETURN EXISTS (
    SELECT 1 FROM machine_directory WHERE machine_id = p_machine AND organization_id = current_organization()
  );
END
$$;

-- What machines of any tenant reported since the last batch, in one statement.
CREATE FUNCTION record_machine_states(p_states jsonb) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS
$$
  UPDATE machine_states s
    SET last_seen = r.last_seen, running_since = r.running_since, status = r.status,
        applied_profile_id = r.applied_profile_id, applied_revision = r.applied_revision,
        apply_error = r.apply_error, agent_version = r.agent_version, hardware = coalesce(r.hardware, s.hardware)
    FROM jsonb_to_recordset(p_states) AS r (
      organization_id uuid, machine_id text, last_seen timestamptz, running_since timestamptz, status text,
      applied_profile_id uuid, applied_revision integer, apply_error text, agent_version text, hardware jsonb
    )
    WHERE s.organization_id = r.organization_id AND s.machine_id = r.machine_id
$$;

REVOKE ALL ON FUNCTION machine_tenant(text, uuid), machine_home(text),
  register_machine(text, bytea, uuid, text, text, uuid, text), record_machine_states(jsonb) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION machine_tenant(text, uuid), machine_home(text),
  register_machine(text, bytea, uuid, text, text, uuid, text), record_machine_states(jsonb) TO berth_app;
