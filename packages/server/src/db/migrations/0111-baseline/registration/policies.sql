-- Access to enrollment codes and product IDs.

alter table enrolment_codes enable row level security;
create policy enrolment_codes_read on enrolment_codes for select using (organization_id = berth_organization_id());
create policy enrolment_codes_add on enrolment_codes for insert with check (organization_id = berth_organization_id());
create policy enrolment_codes_remove on enrolment_codes for delete using (organization_id = berth_organization_id());
grant select, insert, delete on enrolment_codes to berth_app;

alter table product_ids enable row level security;
create policy product_ids_system on product_ids to berth_system using (true) with check (true);
grant select, insert on product_ids to berth_system;
-- When its issuer deletes the account, a product ID keeps a pseudonym in place of the address.
grant update (created_by) on product_ids to berth_system;
