-- Double-entry bookkeeping: the postings of each transaction add up to zero in each unit, nothing changes later, and no
-- organization's credits fall below zero. The database enforces this, whatever the application does
-- (docs/decisions/2026-11-21-credits-and-billing.md).

create table ledger_transactions (
  organization_id uuid not null,
  transaction_id uuid not null,
  -- Identifies the event that is booked: it can be booked once.
  key text not null,
  kind text not null check (kind in ('invoice', 'payment', 'charge', 'adjustment', 'reversal')),
  description text not null,
  author text not null,
  time timestamptz not null,
  primary key (organization_id, transaction_id),
  unique (organization_id, key)
);

-- Accounts of an organization. In the unit 'credit': credits (available), credits-sold, credits-used, credits-granted,
-- credits-owed (to be given back but already used: 0 or less), credits-disputed (held until a bank decides). In a
-- currency's smallest unit: receivable, sales, vat, bank, disputed (held until a bank decides).
create table ledger_postings (
  organization_id uuid not null,
  transaction_id uuid not null,
  account text not null check (account in (
    'credits', 'credits-sold', 'credits-used', 'credits-granted', 'credits-owed', 'credits-disputed',
    'receivable', 'sales', 'vat', 'bank', 'disputed'
  )),
  unit text not null check (unit = 'credit' or unit ~ '^[A-Z]{3}$'),
  amount bigint not null check (amount <> 0),
  primary key (organization_id, transaction_id, account, unit),
  foreign key (organization_id, transaction_id) references ledger_transactions,
  check ((unit = 'credit') = (account like 'credits%'))
);

-- The sums of the postings, updated with them. Concurrent spending waits for the row lock.
create table ledger_balances (
  organization_id uuid not null,
  account text not null,
  unit text not null,
  balance bigint not null,
  primary key (organization_id, account, unit),
  constraint ledger_balances_credits check (account <> 'credits' or balance >= 0),
  constraint ledger_balances_owed check (account <> 'credits-owed' or balance <= 0)
);
