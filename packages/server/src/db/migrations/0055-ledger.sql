-- Double entry: every transaction's postings add up to zero in each unit, nothing is ever changed, and no organisation's
-- credits fall below zero. All of it is held here, whatever the application does.

create table ledger_transactions (
  organization_id uuid not null,
  transaction_id uuid not null,
  -- Names what happened in the world: it can happen once.
  key text not null,
  kind text not null check (kind in ('invoice', 'payment', 'charge', 'adjustment')),
  description text not null,
  author text not null,
  time timestamptz not null,
  primary key (organization_id, transaction_id),
  unique (organization_id, key)
);

-- Accounts of an organisation. In the unit 'credit': credits (what it has), credits-sold, credits-used, credits-granted.
-- In a currency, smallest unit: receivable, sales, vat, bank.
create table ledger_postings (
  organization_id uuid not null,
  transaction_id uuid not null,
  account text not null check (account in (
    'credits', 'credits-sold', 'credits-used', 'credits-granted', 'receivable', 'sales', 'vat', 'bank'
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
  constraint ledger_balances_credits check (account <> 'credits' or balance >= 0)
);

create function ledger_add_to_balances() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  v_sum record;
begin
  -- One by one and in one order, so that two who post at once wait for each other and never both.
  for v_sum in
    select organization_id, account, unit, sum(amount)::bigint as amount from added
      group by organization_id, account, unit order by organization_id, account, unit
  loop
    update ledger_balances set balance = balance + v_sum.amount
      where organization_id = v_sum.organization_id and account = v_sum.account and unit = v_sum.unit;
    if not found then
      insert into ledger_balances (organization_id, account, unit, balance)
        values (v_sum.organization_id, v_sum.account, v_sum.unit, v_sum.amount)
        on conflict (organization_id, account, unit) do update set balance = ledger_balances.balance + excluded.balance;
    end if;
  end loop;
  return null;
end
$$;
create trigger ledger_postings_balances after insert on ledger_postings
  referencing new table as added for each statement execute function ledger_add_to_balances();

create function ledger_check_sums() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if not exists (
    select 1 from ledger_postings where organization_id = new.organization_id and transaction_id = new.transaction_id
  ) or exists (
    select 1 from ledger_postings where organization_id = new.organization_id and transaction_id = new.transaction_id
      group by unit having sum(amount) <> 0
  ) then
    raise exception 'the postings of % do not add up to zero', new.transaction_id using errcode = '23514';
  end if;
  return null;
end
$$;
-- At the end of the database transaction, when all postings are there.
create constraint trigger ledger_transactions_sums after insert on ledger_transactions
  deferrable initially deferred for each row execute function ledger_check_sums();
create constraint trigger ledger_postings_sums after insert on ledger_postings
  deferrable initially deferred for each row execute function ledger_check_sums();

create function refuse_ledger_change() returns trigger language plpgsql as
$$
begin
  raise exception 'the ledger is only ever added to';
end
$$;
create trigger ledger_transactions_append_only before update or delete or truncate on ledger_transactions
  for each statement execute function refuse_ledger_change();
create trigger ledger_postings_append_only before update or delete or truncate on ledger_postings
  for each statement execute function refuse_ledger_change();

alter table ledger_transactions enable row level security;
alter table ledger_postings enable row level security;
alter table ledger_balances enable row level security;
create policy ledger_transactions_read on ledger_transactions for select using (organization_id = berth_organization_id());
create policy ledger_transactions_add on ledger_transactions for insert with check (organization_id = berth_organization_id());
create policy ledger_postings_read on ledger_postings for select using (organization_id = berth_organization_id());
create policy ledger_postings_add on ledger_postings for insert with check (organization_id = berth_organization_id());
create policy ledger_balances_read on ledger_balances for select using (organization_id = berth_organization_id());
grant select, insert on ledger_transactions, ledger_postings to berth_app;
grant select on ledger_balances to berth_app;
