-- Double entry: every transaction's postings add up to zero in each unit, nothing is ever changed, and no organization's
-- credits fall below zero. All of it is held here, whatever the application does
-- (docs/decisions/2026-11-21-credits-and-billing.md).

create table ledger_transactions (
  organization_id uuid not null,
  transaction_id uuid not null,
  -- Names what happened in the world: it can happen once.
  key text not null,
  kind text not null check (kind in ('invoice', 'payment', 'charge', 'adjustment', 'reversal')),
  description text not null,
  author text not null,
  time timestamptz not null,
  primary key (organization_id, transaction_id),
  unique (organization_id, key)
);

-- Accounts of an organization. In the unit 'credit': credits (what it has), credits-sold, credits-used, credits-granted,
-- credits-owed (what has to be given back and was used already: 0 or less), credits-disputed (held until a bank decides).
-- In a currency, smallest unit: receivable, sales, vat, bank, disputed (held until a bank decides).
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

-- The sums of the postings, kept with them. Who spends waits for the row of who spends at the same moment.
create table ledger_balances (
  organization_id uuid not null,
  account text not null,
  unit text not null,
  balance bigint not null,
  primary key (organization_id, account, unit),
  constraint ledger_balances_credits check (account <> 'credits' or balance >= 0),
  constraint ledger_balances_owed check (account <> 'credits-owed' or balance <= 0)
);
