-- Access to layers and their revisions.

-- Read like machines: lists span all organizations of a user and show whether each machine has the layers that it
-- should.
alter table layers enable row level security;
create policy layers_read on layers for select
  using (organization_id = any ((select visible_organizations())::uuid[]));
create policy layers_add on layers for insert with check (organization_id = berth_organization_id());
create policy layers_change on layers for update using (organization_id = berth_organization_id());
create policy layers_remove on layers for delete using (organization_id = berth_organization_id());
grant select, insert, update, delete on layers to berth_app;

-- Revisions can be added and read; they are deleted only with their layer.
alter table layer_revisions enable row level security;
create policy layer_revisions_read on layer_revisions for select using (organization_id = berth_organization_id());
create policy layer_revisions_add on layer_revisions for insert with check (organization_id = berth_organization_id());
grant select, insert on layer_revisions to berth_app;
