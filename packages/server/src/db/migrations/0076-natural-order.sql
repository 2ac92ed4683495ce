-- Names in the order that people expect: "Desk 2", "Desk 6", "Desk 10", and "ante" before "Zenith"
-- (docs/decisions/2026-11-22-names-in-natural-order.md). Equal only where every letter is: nothing but the order changes.
create collation natural_order (provider = icu, locale = 'und-u-kn-true', deterministic = true);

-- Every index that has the names in order, as it was, in this order.
drop index machines_page, machines_names, machines_tagged, machines_registered, machines_deployment, machines_by_profile;
create index machines_page on machines (organization_id, name collate natural_order, machine_id)
  include (search, tags, profile_id, deployment, registered_at);
create index machines_names on machines (organization_id, name collate natural_order, machine_id) include (search);
create index machines_tagged on machines (organization_id, name collate natural_order, machine_id) include (tags)
  where tags <> '{}';
create index machines_registered on machines (organization_id, registered_at, name collate natural_order, machine_id);
create index machines_deployment on machines (organization_id, deployment, name collate natural_order, machine_id);
create index machines_by_profile on machines (
  organization_id, (coalesce(profile_id, '00000000-0000-0000-0000-000000000000'::uuid)), name collate natural_order, machine_id
);

drop index machine_states_gone, machine_states_standing, machine_states_version, machine_states_revision,
  machine_states_faulty, machine_states_status;
create index machine_states_gone on machine_states (organization_id, gone_at, name collate natural_order, machine_id);
create index machine_states_standing on machine_states (organization_id, standing, name collate natural_order, machine_id);
create index machine_states_version on machine_states (
  organization_id, (coalesce(agent_version, '')) collate natural_order, name collate natural_order, machine_id
);
create index machine_states_revision on machine_states (
  organization_id, (coalesce(applied_revision, 0)), name collate natural_order, machine_id
);
create index machine_states_faulty on machine_states (organization_id, name collate natural_order, machine_id)
  where apply_error is not null;
create index machine_states_status on machine_states (organization_id, status, name collate natural_order, machine_id);

-- As before (0025), in that order.
create or replace function invitations_for(p_email text)
  returns table (organization_id uuid, name text, role text, invited_by text, created_at timestamptz, expires_at timestamptz)
  language sql stable security definer set search_path = public, pg_temp as
$$
  select i.organization_id, o.name, i.role, i.invited_by, i.created_at, i.expires_at
    from invitations i join organizations o on o.organization_id = i.organization_id
    where i.email = lower(p_email) and i.expires_at > now()
    order by o.name collate natural_order, i.organization_id
$$;
