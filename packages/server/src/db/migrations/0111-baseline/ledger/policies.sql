-- Access to the ledger. Only its trigger writes balances.

alter table ledger_transactions enable row level security;
create policy ledger_transactions_read on ledger_transactions for select using (organization_id = berth_organization_id());
create policy ledger_transactions_add on ledger_transactions for insert with check (organization_id = berth_organization_id());

alter table ledger_postings enable row level security;
create policy ledger_postings_read on ledger_postings for select using (organization_id = berth_organization_id());
create policy ledger_postings_add on ledger_postings for insert with check (organization_id = berth_organization_id());
grant select, insert on ledger_transactions, ledger_postings to berth_app;

alter table ledger_balances enable row level security;
create policy ledger_balances_read on ledger_balances for select using (organization_id = berth_organization_id());
grant select on ledger_balances to berth_app;
