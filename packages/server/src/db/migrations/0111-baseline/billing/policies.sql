-- Access to billing data. Counters and events are accessed only through functions.

alter table billing_accounts enable row level security;
create policy billing_accounts_read on billing_accounts for select using (organization_id = any (visible_organizations()));
create policy billing_accounts_add on billing_accounts for insert with check (organization_id = berth_organization_id());
create policy billing_accounts_change on billing_accounts for update using (organization_id = berth_organization_id());

alter table billing_purchases enable row level security;
create policy billing_purchases_read on billing_purchases for select using (organization_id = berth_organization_id());
create policy billing_purchases_add on billing_purchases for insert with check (organization_id = berth_organization_id());
create policy billing_purchases_change on billing_purchases for update using (organization_id = berth_organization_id());
grant select, insert, update on billing_accounts, billing_purchases to berth_app;

alter table billing_invoices enable row level security;
create policy billing_invoices_read on billing_invoices for select using (organization_id = berth_organization_id());
create policy billing_invoices_add on billing_invoices for insert with check (organization_id = berth_organization_id());
create policy billing_invoices_change on billing_invoices for update using (organization_id = berth_organization_id());
grant select, insert on billing_invoices to berth_app;
-- Nothing else of an invoice may change.
grant update (paid_at), update (mail_at) on billing_invoices to berth_app;

alter table billing_reversals enable row level security;
create policy billing_reversals_read on billing_reversals for select using (organization_id = berth_organization_id());
create policy billing_reversals_add on billing_reversals for insert with check (organization_id = berth_organization_id());
create policy billing_reversals_change on billing_reversals for update using (organization_id = berth_organization_id());
grant select, insert on billing_reversals to berth_app;
grant update (state, credit_note) on billing_reversals to berth_app;

alter table billing_charges enable row level security;
create policy billing_charges_read on billing_charges for select using (organization_id = berth_organization_id());
create policy billing_charges_add on billing_charges for insert with check (organization_id = berth_organization_id());
grant select, insert on billing_charges to berth_app;

alter table invoice_counters enable row level security;
alter table payment_events enable row level security;
