-- Money that went back: refunds, and payments that a bank disputes. What was sold is taken back with it; credits that
-- are used already are owed, and whatever credits come next settle that first. Credits themselves never fall below zero.

alter table ledger_transactions drop constraint ledger_transactions_kind_check;
alter table ledger_transactions add constraint ledger_transactions_kind_check
  check (kind in ('invoice', 'payment', 'charge', 'adjustment', 'reversal'));

-- credits-owed is what has to be given back and was used already (0 or less); credits-disputed and disputed are held
-- until a bank decides.
alter table ledger_postings drop constraint ledger_postings_account_check;
alter table ledger_postings add constraint ledger_postings_account_check check (account in (
  'credits', 'credits-sold', 'credits-used', 'credits-granted', 'credits-owed', 'credits-disputed',
  'receivable', 'sales', 'vat', 'bank', 'disputed'
));
alter table ledger_balances add constraint ledger_balances_owed check (account <> 'credits-owed' or balance <= 0);

-- A credit note is an invoice that corrects one: numbered with them, and as unchangeable.
alter table billing_invoices
  add kind text not null default 'invoice' check (kind in ('invoice', 'credit-note')),
  -- When it is to be mailed (again); null when it was.
  add mail_at timestamptz,
  add mail_attempts integer not null default 0;
alter table billing_invoices drop constraint billing_invoices_organization_id_purchase_id_key;
create unique index billing_invoices_purchase on billing_invoices (organization_id, purchase_id) where kind = 'invoice';
create index billing_invoices_mail on billing_invoices (mail_at) where mail_at is not null;
grant update (mail_at) on billing_invoices to berth_app;

create table billing_reversals (
  organization_id uuid not null,
  reversal_id uuid not null,
  purchase_id uuid not null,
  kind text not null check (kind in ('refund', 'dispute')),
  -- What it is called where the money is; a dispute is one however often it is told.
  reference text not null,
  -- open: the bank has not decided; won: the money came back; final: it is gone for good.
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
alter table billing_reversals enable row level security;
create policy billing_reversals_read on billing_reversals for select using (organization_id = berth_organization_id());
create policy billing_reversals_add on billing_reversals for insert with check (organization_id = berth_organization_id());
create policy billing_reversals_change on billing_reversals for update using (organization_id = berth_organization_id());
grant select, insert on billing_reversals to berth_app;
grant update (state, credit_note) on billing_reversals to berth_app;

-- Documents that are to be mailed; each is handed out to one who asks, and again after p_again.
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
revoke all on function claim_invoice_mails(timestamptz, interval, integer) from public;
grant execute on function claim_invoice_mails(timestamptz, interval, integer) to berth_system;

create or replace function reconcile_billing() returns table (problem text, organization_id uuid, detail text)
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
  -- In each state the money and the credits stand in the one account, and in no other.
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
