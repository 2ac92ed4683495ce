-- Access to what machines report. Only functions write states, presence, clones, and hourly counts.

alter table machine_states enable row level security;
create policy machine_states_read on machine_states for select
  using (organization_id = any ((select visible_organizations())::uuid[]));
grant select on machine_states to berth_app;

alter table machine_presence enable row level security;
create policy machine_presence_read on machine_presence for select
  using (organization_id = any ((select visible_organizations())::uuid[]));
grant select on machine_presence to berth_app;

alter table fleet_hours enable row level security;
create policy fleet_hours_read on fleet_hours for select using (organization_id = berth_organization_id());
grant select on fleet_hours to berth_app;

alter table machine_logs enable row level security;
create policy machine_logs_read on machine_logs for select
  using (organization_id = any ((select visible_organizations())::uuid[]));
create policy machine_logs_add on machine_logs for insert with check (organization_id = berth_organization_id());
grant select, insert on machine_logs to berth_app;

alter table machine_clones enable row level security;
create policy machine_clones_read on machine_clones for select
  using (organization_id = any (visible_organizations()));
grant select on machine_clones to berth_app;

alter table debug_files enable row level security;
create policy debug_files_read on debug_files for select using (organization_id = berth_organization_id());
create policy debug_files_add on debug_files for insert with check (organization_id = berth_organization_id());
create policy debug_files_remove on debug_files for delete using (organization_id = berth_organization_id());
grant select, insert, delete on debug_files to berth_app;
