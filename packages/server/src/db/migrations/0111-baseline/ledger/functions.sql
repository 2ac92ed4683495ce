-- What the ledger enforces: balances, sums of zero, and that nothing changes.

create function ledger_add_to_balances() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  v_sum record;
begin
  -- Row by row in a fixed order, so that concurrent bookings do not deadlock.
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

-- At the end of the database transaction, when all postings exist.
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
