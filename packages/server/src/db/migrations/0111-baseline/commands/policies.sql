-- Access to commands, batches, and schedules.

alter table commands enable row level security;
create policy commands_read on commands for select
  using (organization_id = any ((select visible_organizations())::uuid[]));
create policy commands_add on commands for insert with check (organization_id = berth_organization_id());
create policy commands_change on commands for update using (organization_id = berth_organization_id());
grant select, insert, update on commands to berth_app;

alter table command_batches enable row level security;
create policy command_batches_read on command_batches for select using (organization_id = berth_organization_id());
create policy command_batches_add on command_batches for insert with check (organization_id = berth_organization_id());
grant select, insert on command_batches to berth_app;

alter table schedules enable row level security;
create policy schedules_read on schedules for select using (organization_id = berth_organization_id());
create policy schedules_add on schedules for insert with check (organization_id = berth_organization_id());
create policy schedules_change on schedules for update using (organization_id = berth_organization_id());
create policy schedules_remove on schedules for delete using (organization_id = berth_organization_id());
grant select, insert, update, delete on schedules to berth_app;

alter table schedule_runs enable row level security;
create policy schedule_runs_read on schedule_runs for select using (organization_id = berth_organization_id());
create policy schedule_runs_add on schedule_runs for insert with check (organization_id = berth_organization_id());
create policy schedule_runs_change on schedule_runs for update using (organization_id = berth_organization_id());
grant select, insert, update on schedule_runs to berth_app;

alter table schedule_run_machines enable row level security;
create policy schedule_run_machines_read on schedule_run_machines for select
  using (organization_id = berth_organization_id());
create policy schedule_run_machines_add on schedule_run_machines for insert
  with check (organization_id = berth_organization_id());
grant select, insert on schedule_run_machines to berth_app;
