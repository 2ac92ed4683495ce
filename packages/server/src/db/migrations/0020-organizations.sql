-- Organisations and who belongs to them. An organisation is the tenant: every other table of a tenant names it in its
-- primary, unique and foreign keys.

CREATE TABLE organizations (
  organization_id uuid PRIMARY KEY,
  name text NOT NULL,
  owner_id uuid NOT NULL,
  owner_email text NOT NULL,
  mgmt_tier text NOT NULL DEFAULT 'free' CHECK (mgmt_tier IN ('free', 'pro', 'business', 'enterprise')),
  revision integer NOT NULL DEFAULT 1 CHECK (revision > 0),
  created_at timestamptz NOT NULL DEFAULT now()
);

-- One owner's names differ. Unique over all tenants would tell one tenant the names of others.
CREATE UNIQUE INDEX organizations_owner_name ON organizations (owner_id, lower(name));

-- The address is kept here because members are shown by it, whichever identity provider they come from.
CREATE TABLE memberships (
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  user_id uuid NOT NULL,
  email text NOT NULL,
  role text NOT NULL CHECK (role IN ('owner', 'administrator', 'operator', 'viewer')),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organization_id, user_id)
);
CREATE UNIQUE INDEX memberships_email ON memberships (organization_id, lower(email));
CREATE UNIQUE INDEX memberships_one_owner ON memberships (organization_id) WHERE role = 'owner';
CREATE INDEX memberships_user ON memberships (user_id);

-- The tenant and the person a transaction works for (set_config by db/tenant.ts); null where none is set.
CREATE FUNCTION current_organization() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE AS
$$ SELECT nullif(current_setting('berth.organization_id', true), '')::uuid $$;

CREATE FUNCTION current_person() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE AS
$$ SELECT nullif(current_setting('berth.user_id', true), '')::uuid $$;

-- What a transaction may read: its tenant; without a tenant, the organisations of its person. As an array, so that
-- "= ANY" stays a condition of an index.
CREATE FUNCTION visible_organizations() RETURNS uuid[]
  LANGUAGE plpgsql STABLE PARALLEL SAFE SECURITY DEFINER SET search_path = public, pg_temp AS
$$
BEGIN
  IF current_organization() IS NOT NULL THEN
    RETURN ARRAY[current_organization()];
  END IF;
  RETURN coalesce(
    (SELECT array_agg(organization_id) FROM memberships WHERE user_id = current_person()),
    ARRAY[]::uuid[]
  );
END
$$;

ALTER TABLE organizations ENABLE ROW LEVEL SECURITY;
CREATE POLICY organizations_read ON organizations FOR SELECT USING (organization_id = ANY (visible_organizations()));
CREATE POLICY organizations_change ON organizations FOR UPDATE USING (organization_id = current_organization());

ALTER TABLE memberships ENABLE ROW LEVEL SECURITY;
CREATE POLICY memberships_read ON memberships FOR SELECT USING (organization_id = ANY (visible_organizations()));
CREATE POLICY memberships_add ON memberships FOR INSERT WITH CHECK (organization_id = current_organization());
CREATE POLICY memberships_change ON memberships FOR UPDATE USING (organization_id = current_organization());
CREATE POLICY memberships_remove ON memberships FOR DELETE USING (organization_id = current_organization());

GRANT SELECT, UPDATE ON organizations TO berth_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON memberships TO berth_app;

-- The one way a tenant comes into being: the transaction's person becomes its owner.
CREATE FUNCTION found_organization(p_organization uuid, p_name text, p_email text) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS
$$
BEGIN
  IF current_person() IS NULL THEN
    RAISE EXCEPTION 'an organisation needs an owner';
  END IF;
  INSERT INTO organizations (organization_id, name, owner_id, owner_email)
    VALUES (p_organization, p_name, current_person(), p_email);
  INSERT INTO memberships (organization_id, user_id, email, role)
    VALUES (p_organization, current_person(), p_email, 'owner');
END
$$;

-- A person's role in an organisation; null for strangers. Asked before a transaction enters a tenant.
CREATE FUNCTION member_role(p_organization uuid, p_user uuid) RETURNS text
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS
$$ SELECT role FROM memberships WHERE organization_id = p_organization AND user_id = p_user $$;

REVOKE ALL ON FUNCTION visible_organizations(), found_organization(uuid, text, text), member_role(uuid, uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION visible_organizations(), found_organization(uuid, text, text), member_role(uuid, uuid)
  TO berth_app;
