-- Machines are ordered by their names as people count (0076), and those that were never named by their ids, which are
-- hexadecimal: "9abcde" stood before "10abcd" for its number. What a name is ordered by has its last word with other signs
-- for digits where that is an id or a short id: these stand in the order of digits, before letters, and are no numbers
-- (docs/decisions/2026-11-22-names-in-natural-order.md; contract/rules/ordered-name does the same).
create function name_for_order(p_name text) returns text language sql immutable parallel safe as
$$
  select case when p_name ~ '(^|[ _./#:-])([0-9A-F]{6}|[0-9a-f]{6}|[0-9a-f]{32})$'
    then regexp_replace(p_name, '([0-9A-F]{6}|[0-9a-f]{6}|[0-9a-f]{32})$', '')
      || translate(substring(p_name from '([0-9A-F]{6}|[0-9a-f]{6}|[0-9a-f]{32})$'), '0123456789', '&#%^+<=>|~')
    else p_name
  end
$$;

alter table machines
  add column ordered_name text collate natural_order generated always as (name_for_order(name)) stored;
alter table machine_states
  add column ordered_name text collate natural_order generated always as (name_for_order(name)) stored;

-- Every index of 0076 that has the names in order, in this order.
drop index machines_page, machines_names, machines_tagged, machines_registered, machines_deployment, machines_by_profile;
create index machines_page on machines (organization_id, ordered_name, machine_id)
  include (search, tags, profile_id, deployment, registered_at);
create index machines_names on machines (organization_id, ordered_name, machine_id) include (search);
create index machines_tagged on machines (organization_id, ordered_name, machine_id) include (tags) where tags <> '{}';
create index machines_registered on machines (organization_id, registered_at, ordered_name, machine_id);
create index machines_deployment on machines (organization_id, deployment, ordered_name, machine_id);
create index machines_by_profile on machines (
  organization_id, (coalesce(profile_id, '00000000-0000-0000-0000-000000000000'::uuid)), ordered_name, machine_id
);

drop index machine_states_gone, machine_states_standing, machine_states_version, machine_states_revision,
  machine_states_faulty, machine_states_status;
create index machine_states_gone on machine_states (organization_id, gone_at, ordered_name, machine_id);
create index machine_states_standing on machine_states (organization_id, standing, ordered_name, machine_id);
create index machine_states_version on machine_states (
  organization_id, (coalesce(agent_version, '')) collate natural_order, ordered_name, machine_id
);
create index machine_states_revision on machine_states (
  organization_id, (coalesce(applied_revision, 0)), ordered_name, machine_id
);
create index machine_states_faulty on machine_states (organization_id, ordered_name, machine_id)
  where apply_error is not null;
create index machine_states_status on machine_states (organization_id, status, ordered_name, machine_id);
