-- Billing accounts, purchases, invoices, and what is charged for machines. None of it has a foreign key to the
-- organisation or the machine: what was invoiced and charged has to be kept after they are gone.

create table billing_accounts (
  organization_id uuid primary key,
  administrator_id uuid not null,
  administrator_email text not null,
  company text not null,
  email text not null,
  street text not null,
  postcode text not null,
  city text not null,
  country text not null check (country ~ '^[A-Z]{2}$'),
  vat_id text,
  -- contract rules/billing.ts
  vat_state text not null default 'unchecked' check (vat_state in ('unchecked', 'confirmed', 'not-listed', 'not-covered')),
  -- When the European Commission's service is to be asked (again); null when it has answered.
  vat_check_at timestamptz,
  vat_attempts integer not null default 0,
  -- The payer and the way to pay, as the payment provider calls them.
  customer_reference text,
  payment_kind text check (payment_kind in ('bank-transfer', 'card')),
  payment_label text,
  payment_reference text,
  -- The time, at the provider, of what we know of the way to pay: older news does not undo it.
  payment_known_at timestamptz,
  -- Since when a charge is not covered.
  arrears_since timestamptz,
  created_at timestamptz not null default now()
);
create index billing_accounts_vat_check on billing_accounts (vat_check_at) where vat_check_at is not null;

create table billing_purchases (
  organization_id uuid not null,
  -- Made by the buyer: the same purchase, asked for twice, is one.
  purchase_id uuid not null,
  credits integer not null check (credits > 0),
  net integer not null check (net >= 0),
  vat integer not null check (vat >= 0),
  vat_percent double precision not null,
  vat_treatment text not null check (vat_treatment in ('domestic', 'reverse-charge', 'outside-scope')),
  currency text not null,
  status text not null check (status in ('awaiting-payment', 'processing', 'action-required', 'paid', 'failed')),
  action_url text,
  payment_reference text,
  invoice_number text,
  requested_by text not null,
  created_at timestamptz not null,
  paid_at timestamptz,
  primary key (organization_id, purchase_id),
  check ((status = 'paid') = (paid_at is not null))
);

create table billing_invoices (
  organization_id uuid not null,
  number text not null,
  purchase_id uuid not null,
  issued_at timestamptz not null,
  due_at timestamptz not null,
  paid_at timestamptz,
  -- What is printed on it, for good: addresses and rates change, an invoice does not.
  document jsonb not null,
  primary key (organization_id, number),
  unique (organization_id, purchase_id),
  foreign key (organization_id, purchase_id) references billing_purchases
);
create index billing_invoices_open on billing_invoices (issued_at) where paid_at is null;

-- Invoices of one seller are numbered without gaps, over all organisations (Directive 2006/112/EC, article 226).
create table invoice_counters (
  year integer primary key,
  last integer not null
);

create table billing_charges (
  organization_id uuid not null,
  charge_id uuid not null,
  machine_id text not null,
  -- pro, or an app's key
  item text not null,
  -- Counts a machine's periods of an item: two that charge the same period at once want the same number.
  number integer not null check (number > 0),
  credits integer not null check (credits >= 0),
  machine_name text not null,
  period_start timestamptz not null,
  period_end timestamptz not null check (period_end > period_start),
  -- Null where it was free.
  transaction_id uuid,
  primary key (organization_id, charge_id),
  unique (organization_id, machine_id, item, number),
  foreign key (organization_id, transaction_id) references ledger_transactions,
  check ((credits = 0) = (transaction_id is null))
);
create index billing_charges_time on billing_charges (organization_id, period_start desc);

-- What the payment provider told us: each piece of news counts once, however often it comes.
create table payment_events (
  event_id text primary key,
  received_at timestamptz not null default now()
);

create function refuse_charge_change() returns trigger language plpgsql as
$$
begin
  raise exception 'charges are only ever added';
end
$$;
create trigger billing_charges_append_only before update or delete or truncate on billing_charges
  for each statement execute function refuse_charge_change();

alter table billing_accounts enable row level security;
alter table billing_purchases enable row level security;
alter table billing_invoices enable row level security;
alter table billing_charges enable row level security;
alter table invoice_counters enable row level security;
alter table payment_events enable row level security;
create policy billing_accounts_read on billing_accounts for select using (organization_id = any (visible_organizations()));
create policy billing_accounts_add on billing_accounts for insert with check (organization_id = berth_organization_id());
create policy billing_accounts_change on billing_accounts for update using (organization_id = berth_organization_id());
create policy billing_purchases_read on billing_purchases for select using (organization_id = berth_organization_id());
create policy billing_purchases_add on billing_purchases for insert with check (organization_id = berth_organization_id());
create policy billing_purchases_change on billing_purchases for update using (organization_id = berth_organization_id());
create policy billing_invoices_read on billing_invoices for select using (organization_id = berth_organization_id());
create policy billing_invoices_add on billing_invoices for insert with check (organization_id = berth_organization_id());
create policy billing_invoices_change on billing_invoices for update using (organization_id = berth_organization_id());
create policy billing_charges_read on billing_charges for select using (organization_id = berth_organization_id());
create policy billing_charges_add on billing_charges for insert with check (organization_id = berth_organization_id());
grant select, insert, update on billing_accounts, billing_purchases to berth_app;
grant select, insert on billing_invoices, billing_charges to berth_app;
-- That it was paid, and nothing else of an invoice, may change.
grant update (paid_at) on billing_invoices to berth_app;

-- The next number of the year; taken for good only if the transaction that issues the invoice commits.
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

-- False when it came before.
create function take_payment_event(p_event text) returns boolean
  language sql security definer set search_path = public, pg_temp as
$$
  with taken as (insert into payment_events (event_id) values (p_event) on conflict do nothing returning 1)
  select exists (select 1 from taken)
$$;

-- Organisations that may have something to be charged.
create function billed_organizations() returns table (organization_id uuid)
  language sql stable security definer set search_path = public, pg_temp as
$$
  select a.organization_id from billing_accounts a
    where exists (select 1 from organizations o where o.organization_id = a.organization_id)
    order by a.organization_id
$$;

-- Organisations whose VAT ID is to be checked; each is handed out to one who asks, and again after p_again.
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

create function invoice_place(p_number text) returns uuid
  language sql stable security definer set search_path = public, pg_temp as
$$ select organization_id from billing_invoices where number = p_number $$;

create function open_invoices() returns setof billing_invoices
  language sql stable security definer set search_path = public, pg_temp as
$$ select * from billing_invoices where paid_at is null order by issued_at, number limit 1000 $$;

revoke all on function next_invoice_number(integer), take_payment_event(text), billed_organizations(),
  claim_vat_checks(timestamptz, interval, integer), invoice_place(text), open_invoices() from public;
grant execute on function next_invoice_number(integer), take_payment_event(text) to berth_app;
grant execute on function billed_organizations(), claim_vat_checks(timestamptz, interval, integer), invoice_place(text),
  open_invoices() to berth_system;
