-- Billing accounts, purchases, invoices, reversals, and charges for machines. No foreign keys to organizations or
-- machines: invoices and charges must be kept after those are deleted.

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
  -- When to ask the European Commission's service next; null once it has answered.
  vat_check_at timestamptz,
  vat_attempts integer not null default 0,
  -- Customer and payment method, as the payment provider names them.
  customer_reference text,
  payment_kind text check (payment_kind in ('bank-transfer', 'card')),
  payment_label text,
  payment_reference text,
  -- The provider's time of the newest information about the payment method: older events do not overwrite it.
  payment_known_at timestamptz,
  -- Since when a charge is not covered.
  arrears_since timestamptz,
  created_at timestamptz not null default now()
);
create index billing_accounts_vat_check on billing_accounts (vat_check_at) where vat_check_at is not null;

create table billing_purchases (
  organization_id uuid not null,
  -- Set by the client: a repeated request is the same purchase.
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

-- A credit note corrects an invoice. It has a number of the same sequence and cannot be changed either.
create table billing_invoices (
  organization_id uuid not null,
  number text not null,
  purchase_id uuid not null,
  issued_at timestamptz not null,
  due_at timestamptz not null,
  paid_at timestamptz,
  -- The printed content: addresses and rates change later, an invoice does not.
  document jsonb not null,
  kind text not null default 'invoice' check (kind in ('invoice', 'credit-note')),
  -- When to send the email next; null once it was sent.
  mail_at timestamptz,
  mail_attempts integer not null default 0,
  primary key (organization_id, number),
  foreign key (organization_id, purchase_id) references billing_purchases
);
create unique index billing_invoices_purchase on billing_invoices (organization_id, purchase_id) where kind = 'invoice';
create index billing_invoices_open on billing_invoices (issued_at) where paid_at is null;
create index billing_invoices_mail on billing_invoices (mail_at) where mail_at is not null;

-- Invoices of one seller have consecutive numbers over all organizations (Directive 2006/112/EC, article 226).
create table invoice_counters (
  year integer primary key,
  last integer not null
);

-- Refunds, and payments that a bank disputes. Takes back the credits that were sold. Credits that were already used are
-- owed and are settled by the next ones.
create table billing_reversals (
  organization_id uuid not null,
  reversal_id uuid not null,
  purchase_id uuid not null,
  kind text not null check (kind in ('refund', 'dispute')),
  -- The payment provider's ID: a dispute counts once, however often it is reported.
  reference text not null,
  -- open: the bank has not decided; won: the money came back; final: the money is lost.
  state text not null check (state in ('open', 'won', 'final')),
  net integer not null check (net >= 0),
  vat integer not null check (vat >= 0),
  credits integer not null check (credits >= 0),
  credit_note text,
  created_at timestamptz not null,
  primary key (organization_id, reversal_id),
  unique (organization_id, kind, reference),
  foreign key (organization_id, purchase_id) references billing_purchases,
  foreign key (organization_id, credit_note) references billing_invoices (organization_id, number),
  check ((state = 'final') = (credit_note is not null))
);
create index billing_reversals_purchase on billing_reversals (organization_id, purchase_id);

create table billing_charges (
  organization_id uuid not null,
  charge_id uuid not null,
  machine_id text not null,
  -- pro, or the key of an app
  item text not null,
  -- Counts a machine's periods of an item: concurrent charges for the same period get the same number, and only one
  -- succeeds.
  number integer not null check (number > 0),
  credits integer not null check (credits >= 0),
  machine_name text not null,
  period_start timestamptz not null,
  period_end timestamptz not null check (period_end > period_start),
  -- Null if it was free.
  transaction_id uuid,
  primary key (organization_id, charge_id),
  unique (organization_id, machine_id, item, number),
  foreign key (organization_id, transaction_id) references ledger_transactions,
  check ((credits = 0) = (transaction_id is null))
);
create index billing_charges_time on billing_charges (organization_id, period_start desc);

-- Events of the payment provider. Each counts once, however often it arrives.
create table payment_events (
  event_id text primary key,
  received_at timestamptz not null default now()
);
