-- Verifies the books of all organizations without changing anything (main/reconcile.ts).

-- Violations of the rules between ledger, charges, purchases, invoices, and reversals.
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
  select 'credits are there while others are owed', b.organization_id, b.balance::text
    from ledger_balances b join ledger_balances o
      on o.organization_id = b.organization_id and o.account = 'credits-owed' and o.balance < 0
    where b.account = 'credits' and b.balance > 0
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
      select -s.amount from ledger_transactions t join ledger_postings s
          on s.organization_id = t.organization_id and s.transaction_id = t.transaction_id
        where t.organization_id = p.organization_id and t.key = 'payment:' || p.purchase_id
          and s.account = 'credits-sold'
    )
  union all
  select 'credits came without a paid purchase', t.organization_id, t.key from ledger_transactions t
    where t.kind = 'payment' and not exists (
      select 1 from billing_purchases p
        where p.organization_id = t.organization_id and p.status = 'paid' and t.key = 'payment:' || p.purchase_id
    )
  union all
  select 'an invoice was not booked as it was issued', i.organization_id, i.number from billing_invoices i
    where i.kind = 'invoice' and (i.document ->> 'gross')::bigint is distinct from (
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
  union all
  -- In each state, money and credits are in one account and in no other.
  select 'a reversal was not booked as it stands', r.organization_id, r.reference
    from billing_reversals r
    cross join lateral (
      select coalesce(sum(s.amount) filter (where s.account = 'bank'), 0) as bank,
          coalesce(sum(s.amount) filter (where s.account = 'disputed'), 0) as disputed,
          coalesce(sum(s.amount) filter (where s.account in ('sales', 'vat')), 0) as reversed,
          coalesce(sum(s.amount) filter (where s.account in ('credits', 'credits-owed')), 0) as credits
        from ledger_transactions t join ledger_postings s
            on s.organization_id = t.organization_id and s.transaction_id = t.transaction_id
        where t.organization_id = r.organization_id and t.kind = 'reversal'
          and t.key in ('reversal:' || r.reversal_id, 'reversal-won:' || r.reversal_id, 'reversal-final:' || r.reversal_id)
    ) b
    where (b.bank, b.disputed, b.reversed, b.credits) is distinct from (
      case r.state when 'won' then 0 else -(r.net + r.vat) end,
      case r.state when 'open' then r.net + r.vat else 0 end,
      case r.state when 'final' then r.net + r.vat else 0 end,
      case r.state when 'won' then 0 else -r.credits end
    )
  union all
  select 'a booking of a reversal has no reversal', t.organization_id, t.key from ledger_transactions t
    where t.kind = 'reversal' and not exists (
      select 1 from billing_reversals r where r.organization_id = t.organization_id
        and t.key in ('reversal:' || r.reversal_id, 'reversal-won:' || r.reversal_id, 'reversal-final:' || r.reversal_id)
    )
  union all
  select 'more went back than was paid', p.organization_id, p.purchase_id::text
    from billing_purchases p join billing_reversals r
      on r.organization_id = p.organization_id and r.purchase_id = p.purchase_id and r.state <> 'won'
    group by p.organization_id, p.purchase_id, p.net, p.vat, p.credits
    having sum(r.net) > p.net or sum(r.vat) > p.vat or sum(r.credits) > p.credits
  union all
  select 'a credit note is not of a reversal', i.organization_id, i.number from billing_invoices i
    where i.kind = 'credit-note' and (i.document ->> 'gross')::bigint is distinct from (
      select (r.net + r.vat)::bigint from billing_reversals r
        where r.organization_id = i.organization_id and r.credit_note = i.number
    )
$$;

-- The number of rows that were verified, so that an empty result is meaningful.
create function billing_figures() returns table (transactions bigint, charges bigint, invoices bigint, organizations bigint)
  language sql stable security definer set search_path = public, pg_temp as
$$
  select (select count(*) from ledger_transactions), (select count(*) from billing_charges),
    (select count(*) from billing_invoices), (select count(distinct organization_id) from ledger_balances)
$$;

revoke all on function reconcile_billing(), billing_figures() from public;
grant execute on function reconcile_billing(), billing_figures() to berth_system;
