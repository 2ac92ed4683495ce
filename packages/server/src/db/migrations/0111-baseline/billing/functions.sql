-- Invoice numbers, events of the payment provider, and jobs over all tenants.

create function refuse_charge_change() returns trigger language plpgsql as
$$
begin
  raise exception 'charges are only ever added';
end
$$;

create trigger billing_charges_append_only before update or delete or truncate on billing_charges
  for each statement execute function refuse_charge_change();

-- The next number of the year. It is used only if the transaction that issues the invoice commits.
create function next_invoice_number(p_year integer) returns text
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  v_last integer;
begin
  insert into invoice_counters (year, last) values (p_year, 1)
    on conflict (year) do update set last = invoice_counters.last + 1
    returning last into v_last;
  return p_year || '-' || lpad(v_last::text, 6, '0');
end
$$;

-- Returns false for an event that arrived before.
create function take_payment_event(p_event text) returns boolean
  language sql security definer set search_path = public, pg_temp as
$$
  with taken as (insert into payment_events (event_id) values (p_event) on conflict do nothing returning 1)
  select exists (select 1 from taken)
$$;

-- Organizations that may have charges.
create function billed_organizations() returns table (organization_id uuid)
  language sql stable security definer set search_path = public, pg_temp as
$$
  select a.organization_id from billing_accounts a
    where exists (select 1 from organizations o where o.organization_id = a.organization_id)
    order by a.organization_id
$$;

-- Claims organizations whose VAT ID is due for a check. Each is due again after p_again.
create function claim_vat_checks(p_now timestamptz, p_again interval, p_limit integer)
  returns table (organization_id uuid, vat_id text, country text, attempts integer)
  language sql security definer set search_path = public, pg_temp as
$$
  update billing_accounts a set vat_check_at = p_now + p_again, vat_attempts = a.vat_attempts + 1
    where a.organization_id in (
      select d.organization_id from billing_accounts d where d.vat_check_at <= p_now
        order by d.vat_check_at limit p_limit for update skip locked
    )
    returning a.organization_id, a.vat_id, a.country, a.vat_attempts
$$;

-- Claims documents that are due to be sent. Each is due again after p_again.
create function claim_invoice_mails(p_now timestamptz, p_again interval, p_limit integer)
  returns table (organization_id uuid, number text, attempts integer, document jsonb)
  language sql security definer set search_path = public, pg_temp as
$$
  update billing_invoices i set mail_at = p_now + p_again, mail_attempts = i.mail_attempts + 1
    where (i.organization_id, i.number) in (
      select d.organization_id, d.number from billing_invoices d where d.mail_at <= p_now
        order by d.mail_at limit p_limit for update skip locked
    )
    returning i.organization_id, i.number, i.mail_attempts, i.document
$$;

create function invoice_place(p_number text) returns uuid
  language sql stable security definer set search_path = public, pg_temp as
$$ select organization_id from billing_invoices where number = p_number $$;

create function open_invoices() returns setof billing_invoices
  language sql stable security definer set search_path = public, pg_temp as
$$ select * from billing_invoices where paid_at is null order by issued_at, number limit 1000 $$;

-- Whether an organization's credits ran out more than p_grace ago. Members without access to its billing see this too,
-- so that the console does not offer what the server refuses.
create function pro_lapsed(p_organization uuid, p_grace interval) returns boolean
  language sql stable security definer set search_path = public, pg_temp as
$$
  select p_organization = any (visible_organizations()) and exists (
    select from billing_accounts where organization_id = p_organization and arrears_since <= now() - p_grace
  )
$$;

revoke all on function next_invoice_number(integer), take_payment_event(text), billed_organizations(),
  claim_vat_checks(timestamptz, interval, integer), claim_invoice_mails(timestamptz, interval, integer),
  invoice_place(text), open_invoices(), pro_lapsed(uuid, interval) from public;
grant execute on function next_invoice_number(integer), take_payment_event(text), pro_lapsed(uuid, interval) to berth_app;
grant execute on function billed_organizations(), claim_vat_checks(timestamptz, interval, integer),
  claim_invoice_mails(timestamptz, interval, integer), invoice_place(text), open_invoices() to berth_system;
