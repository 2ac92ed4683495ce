-- What must always hold between ledger, charges, purchases and invoices; each row is something that does not. It reads
-- all organisations and changes nothing.

create function reconcile_billing() returns table (problem text, organization_id uuid, detail text)
  language sql stable security definer set search_path = public, pg_temp as
$$
  select 'a transaction does not add up to zero', p.organization_id, p.transaction_id || ' ' || p.unit
    from ledger_postings p group by p.organization_id, p.transaction_id, p.unit having sum(p.amount) <> 0
  union all
  select 'a transaction moves nothing', t.organization_id, t.key from ledger_transactions t
    where not exists (
      select 1 from ledger_postings p
        where p.organization_id = t.organization_id and p.transaction_id = t.transaction_id
    )
  union all
  select 'a balance is not the sum of its postings', organization_id, account || ' ' || unit
    from (
      select organization_id, account, unit, balance as amount from ledger_balances
      union all
      select organization_id, account, unit, -amount from ledger_postings
    ) s group by organization_id, account, unit having sum(amount) <> 0
  union all
  select 'credits are below zero', b.organization_id, b.balance::text from ledger_balances b
    where b.account = 'credits' and b.balance < 0
  union all
  select 'a charge was not booked as it was made', c.organization_id, c.charge_id::text from billing_charges c
    where c.credits > 0 and not exists (
      select 1 from ledger_transactions t join ledger_postings p
          on p.organization_id = t.organization_id and p.transaction_id = t.transaction_id
        where t.organization_id = c.organization_id and t.transaction_id = c.transaction_id
          and t.key = 'charge:' || c.machine_id || ':' || c.item || ':' || c.number
          and p.account = 'credits' and p.amount = -c.credits
    )
  union all
  select 'a booking of a charge has no charge', t.organization_id, t.key from ledger_transactions t
    where t.kind = 'charge' and not exists (
      select 1 from billing_charges c
        where c.organization_id = t.organization_id and c.transaction_id = t.transaction_id
    )
  union all
  select 'periods of an item overlap, or one is missing', n.organization_id, n.machine_id || ' ' || n.item || ' ' || n.number
    from (
      select c.*, lag(c.number) over w as number_before, lag(c.period_end) over w as end_before
        from billing_charges c window w as (partition by c.organization_id, c.machine_id, c.item order by c.number)
    ) n
    where n.number <> coalesce(n.number_before, 0) + 1 or n.period_start < n.end_before
  union all
  select 'a paid purchase brought other credits than it sold', p.organization_id, p.purchase_id::text
    from billing_purchases p
    where p.status = 'paid' and p.credits is distinct from (
      select s.amount from ledger_transactions t join ledger_postings s
          on s.organization_id = t.organization_id and s.transaction_id = t.transaction_id
        where t.organization_id = p.organization_id and t.key = 'payment:' || p.purchase_id and s.account = 'credits'
    )
  union all
  select 'credits came without a paid purchase', t.organization_id, t.key from ledger_transactions t
    where t.kind = 'payment' and not exists (
      select 1 from billing_purchases p
        where p.organization_id = t.organization_id and p.status = 'paid' and t.key = 'payment:' || p.purchase_id
    )
  union all
  select 'an invoice was not booked as it was issued', i.organization_id, i.number from billing_invoices i
    where (i.document ->> 'gross')::bigint is distinct from (
      select s.amount from ledger_transactions t join ledger_postings s
          on s.organization_id = t.organization_id and s.transaction_id = t.transaction_id
        where t.organization_id = i.organization_id and t.key = 'invoice:' || i.number and s.account = 'receivable'
    )
  union all
  select 'open invoices are not what is owed', o.organization_id, o.unit
    from (
      select b.organization_id, b.unit, b.balance as amount from ledger_balances b where b.account = 'receivable'
      union all
      select i.organization_id, i.document ->> 'currency', -(i.document ->> 'gross')::bigint
        from billing_invoices i where i.paid_at is null
    ) o group by o.organization_id, o.unit having sum(o.amount) <> 0
  union all
  select 'a number of an invoice is missing', null, c.year::text from invoice_counters c
    where c.last <> (select count(*) from billing_invoices i where i.number like c.year || '-%')
$$;

-- How much was looked at, so that an empty answer says something.
create function billing_figures() returns table (transactions bigint, charges bigint, invoices bigint, organizations bigint)
  language sql stable security definer set search_path = public, pg_temp as
$$
  select (select count(*) from ledger_transactions), (select count(*) from billing_charges),
    (select count(*) from billing_invoices), (select count(distinct organization_id) from ledger_balances)
$$;

-- Every chain of the audit log.
create function audit_chains() returns table (chain_id uuid)
  language sql stable security definer set search_path = public, pg_temp as
$$ select chain_id from audit_heads union select chain_id from audit_entries order by 1 $$;

revoke all on function reconcile_billing(), billing_figures(), audit_chains() from public;
grant execute on function reconcile_billing(), billing_figures(), audit_chains() to berth_system;
