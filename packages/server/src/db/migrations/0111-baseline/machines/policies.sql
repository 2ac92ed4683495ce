-- Access to machines. Only register_machine inserts machines; the directory and share codes are accessed only through
-- functions.

alter table machines enable row level security;
create policy machines_read on machines for select
  using (organization_id = any ((select visible_organizations())::uuid[]));
create policy machines_change on machines for update using (organization_id = berth_organization_id());
create policy machines_remove on machines for delete using (organization_id = berth_organization_id());
grant select, update, delete on machines to berth_app;

alter table machine_directory enable row level security;

alter table machine_counts enable row level security;
create policy machine_counts_read on machine_counts for select
  using (organization_id = any ((select visible_organizations())::uuid[]));
grant select on machine_counts to berth_app;

alter table share_codes enable row level security;

alter table machine_views enable row level security;
create policy machine_views_read on machine_views for select
  using (organization_id = any ((select visible_organizations())::uuid[]));
create policy machine_views_write on machine_views using (organization_id = berth_organization_id());
grant select, insert, update, delete on machine_views to berth_app;
