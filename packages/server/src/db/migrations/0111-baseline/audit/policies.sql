-- Access to the audit log. Only append_audit writes entries and heads.

alter table audit_entries enable row level security;
create policy audit_entries_read on audit_entries for select
  using (chain_id = any (visible_organizations()) or chain_id = berth_user_id());

alter table audit_heads enable row level security;
create policy audit_heads_read on audit_heads for select
  using (chain_id = any (visible_organizations()) or chain_id = berth_user_id());
grant select on audit_entries, audit_heads to berth_app;

alter table audit_disputes enable row level security;
create policy audit_disputes_read on audit_disputes for select using (chain_id = any (visible_organizations()));
create policy audit_disputes_add on audit_disputes for insert with check (chain_id = any (visible_organizations()));
grant select, insert on audit_disputes to berth_app;
