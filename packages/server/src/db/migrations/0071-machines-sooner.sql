-- Lists of 100,000 machines within 50 ms (docs/decisions/2026-11-21-machines-in-any-order.md).

-- Who sees what is found once for a statement. As a plain call it was found again for each row that a join looked up.
alter policy organizations_read on organizations using (organization_id = any ((select visible_organizations())::uuid[]));
alter policy memberships_read on memberships using (organization_id = any ((select visible_organizations())::uuid[]));
alter policy profiles_read on profiles using (organization_id = any ((select visible_organizations())::uuid[]));
alter policy machines_read on machines using (organization_id = any ((select visible_organizations())::uuid[]));
alter policy machine_states_read on machine_states
  using (organization_id = any ((select visible_organizations())::uuid[]));
alter policy commands_read on commands using (organization_id = any ((select visible_organizations())::uuid[]));
alter policy machine_logs_read on machine_logs using (organization_id = any ((select visible_organizations())::uuid[]));
alter policy machine_presence_read on machine_presence
  using (organization_id = any ((select visible_organizations())::uuid[]));

-- What a search and a far page read, at a third of the size of machines_page, which has the rest for other filters.
create index machines_names on machines (organization_id, name, machine_id) include (search);
create index machines_tagged on machines (organization_id, name, machine_id) include (tags) where tags <> '{}';

-- In the order of names, as the list is: a page is the first rows, or what is sorted is in the index.
drop index machine_states_status;
create index machine_states_status on machine_states (organization_id, status, name, machine_id);
drop index machine_states_faulty;
create index machine_states_faulty on machine_states (organization_id, name, machine_id) where apply_error is not null;
drop index machine_states_step;
create index machine_states_step on machine_states (organization_id, profile_id, step, machine_id) include (name);
