-- Access to profiles and their revisions.

alter table profiles enable row level security;
create policy profiles_read on profiles for select
  using (organization_id = any ((select visible_organizations())::uuid[]));
create policy profiles_add on profiles for insert with check (organization_id = berth_organization_id());
create policy profiles_change on profiles for update using (organization_id = berth_organization_id());
create policy profiles_remove on profiles for delete using (organization_id = berth_organization_id());
grant select, insert, update, delete on profiles to berth_app;

-- Revisions can be added and read; they are deleted only with their profile.
alter table profile_revisions enable row level security;
create policy profile_revisions_read on profile_revisions for select
  using (organization_id = any (visible_organizations()));
create policy profile_revisions_add on profile_revisions for insert with check (organization_id = berth_organization_id());
grant select, insert on profile_revisions to berth_app;
