-- Profiles and every revision they ever had. A definition is stored once, with its revision: a profile points at its
-- newest one. Secrets inside definitions are sealed by the application before they come here.

CREATE TABLE profiles (
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  profile_id uuid NOT NULL,
  name text NOT NULL,
  deployment text NOT NULL,
  revision integer NOT NULL CHECK (revision > 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by text NOT NULL,
  PRIMARY KEY (organization_id, profile_id)
);
-- "Profile with this name already exists" (spec chapter 5); capital letters make no other name.
CREATE UNIQUE INDEX profiles_name ON profiles (organization_id, lower(name));

CREATE TABLE profile_revisions (
  organization_id uuid NOT NULL,
  profile_id uuid NOT NULL,
  revision integer NOT NULL CHECK (revision > 0),
  name text NOT NULL,
  definition jsonb NOT NULL,
  author_id uuid NOT NULL,
  author text NOT NULL,
  note text,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organization_id, profile_id, revision),
  FOREIGN KEY (organization_id, profile_id) REFERENCES profiles ON DELETE CASCADE
);

ALTER TABLE profiles ENABLE ROW LEVEL SECURITY;
CREATE POLICY profiles_read ON profiles FOR SELECT USING (organization_id = ANY (visible_organizations()));
CREATE POLICY profiles_add ON profiles FOR INSERT WITH CHECK (organization_id = current_organization());
CREATE POLICY profiles_change ON profiles FOR UPDATE USING (organization_id = current_organization());
CREATE POLICY profiles_remove ON profiles FOR DELETE USING (organization_id = current_organization());

-- Revisions are added and read; they go only with their profile.
ALTER TABLE profile_revisions ENABLE ROW LEVEL SECURITY;
CREATE POLICY profile_revisions_read ON profile_revisions FOR SELECT
  USING (organization_id = ANY (visible_organizations()));
CREATE POLICY profile_revisions_add ON profile_revisions FOR INSERT WITH CHECK (organization_id = current_organization());

GRANT SELECT, INSERT, UPDATE, DELETE ON profiles TO berth_app;
GRANT SELECT, INSERT ON profile_revisions TO berth_app;

-- Where a profile belongs and the person's role there; no row for strangers, so that ids of others tell nothing.
CREATE FUNCTION profile_tenant(p_profile uuid, p_user uuid) RETURNS TABLE (organization_id uuid, role text)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS
$$
  SELECT m.organization_id, m.role FROM memberships m
    JOIN profiles p ON p.organization_id = m.organization_id AND p.profile_id = p_profile
    WHERE m.user_id = p_user
$$;
REVOKE ALL ON FUNCTION profile_tenant(uuid, uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION profile_tenant(uuid, uuid) TO berth_app;
