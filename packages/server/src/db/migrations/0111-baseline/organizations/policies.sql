-- Access to organizations, memberships, and invitations.

alter table organizations enable row level security;
create policy organizations_read on organizations for select
  using (organization_id = any ((select visible_organizations())::uuid[]));
create policy organizations_change on organizations for update using (organization_id = berth_organization_id());
grant select, update on organizations to berth_app;

alter table memberships enable row level security;
create policy memberships_read on memberships for select
  using (organization_id = any ((select visible_organizations())::uuid[]));
create policy memberships_add on memberships for insert with check (organization_id = berth_organization_id());
create policy memberships_change on memberships for update using (organization_id = berth_organization_id());
create policy memberships_remove on memberships for delete using (organization_id = berth_organization_id());
grant select, insert, update, delete on memberships to berth_app;

alter table invitations enable row level security;
create policy invitations_read on invitations for select using (organization_id = berth_organization_id());
create policy invitations_add on invitations for insert with check (organization_id = berth_organization_id());
create policy invitations_change on invitations for update using (organization_id = berth_organization_id());
create policy invitations_remove on invitations for delete using (organization_id = berth_organization_id());
grant select, insert, update, delete on invitations to berth_app;
