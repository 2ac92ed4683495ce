-- Access to API keys and webhooks.

alter table api_keys enable row level security;
create policy api_keys_read on api_keys for select using (organization_id = berth_organization_id());
create policy api_keys_add on api_keys for insert with check (organization_id = berth_organization_id());
create policy api_keys_remove on api_keys for delete using (organization_id = berth_organization_id());
grant select, insert, delete on api_keys to berth_app;

alter table webhooks enable row level security;
create policy webhooks_read on webhooks for select using (organization_id = berth_organization_id());
create policy webhooks_add on webhooks for insert with check (organization_id = berth_organization_id());
create policy webhooks_change on webhooks for update using (organization_id = berth_organization_id());
create policy webhooks_remove on webhooks for delete using (organization_id = berth_organization_id());
grant select, insert, update, delete on webhooks to berth_app;

alter table webhook_deliveries enable row level security;
create policy webhook_deliveries_read on webhook_deliveries for select using (organization_id = berth_organization_id());
create policy webhook_deliveries_add on webhook_deliveries for insert with check (organization_id = berth_organization_id());
create policy webhook_deliveries_change on webhook_deliveries for update using (organization_id = berth_organization_id());
grant select, insert, update on webhook_deliveries to berth_app;
