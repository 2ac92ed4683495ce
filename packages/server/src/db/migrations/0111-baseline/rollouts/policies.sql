-- Access to rollouts.

alter table profile_rollouts enable row level security;
create policy profile_rollouts_read on profile_rollouts for select using (organization_id = berth_organization_id());
create policy profile_rollouts_add on profile_rollouts for insert with check (organization_id = berth_organization_id());
create policy profile_rollouts_change on profile_rollouts for update using (organization_id = berth_organization_id());

alter table rollout_groups enable row level security;
create policy rollout_groups_read on rollout_groups for select using (organization_id = berth_organization_id());
create policy rollout_groups_add on rollout_groups for insert with check (organization_id = berth_organization_id());
create policy rollout_groups_change on rollout_groups for update using (organization_id = berth_organization_id());

alter table rollout_machines enable row level security;
create policy rollout_machines_read on rollout_machines for select using (organization_id = berth_organization_id());
create policy rollout_machines_add on rollout_machines for insert with check (organization_id = berth_organization_id());
create policy rollout_machines_change on rollout_machines for update using (organization_id = berth_organization_id());

grant select, insert, update on profile_rollouts, rollout_groups, rollout_machines to berth_app;
