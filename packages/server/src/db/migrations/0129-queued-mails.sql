-- Mails of accounts and invitations wait here, so that they outlive a stopped server and an unavailable mail server.

create table queued_mails (
  mail_id uuid primary key,
  kind text not null,
  -- Sealed with the server key: a mail may contain a code or a link to log in with.
  sealed text not null,
  attempts integer not null default 0,
  created_at timestamptz not null default now(),
  mail_at timestamptz not null default now(),
  -- When the mail is of no use any more, such as after its code expired.
  expires_at timestamptz not null
);
create index queued_mails_due on queued_mails (mail_at);
create index queued_mails_expiry on queued_mails (expires_at);
grant select, insert, update, delete on queued_mails to berth_system;

create or replace function waiting_work() returns table (queue text, waiting bigint, retried bigint, oldest timestamptz)
  language sql stable security definer set search_path = public, pg_temp as
$$
  select 'commands', count(*), 0::bigint, min(c.created_at) from commands c where c.state in ('queued', 'delivered')
  union all
  select 'webhooks', count(*), count(*) filter (where d.attempts > 0), min(d.created_at)
    from webhook_deliveries d where d.state = 'queued'
  union all
  select 'invoice-mails', count(*), count(*) filter (where i.mail_attempts > 0), min(i.issued_at)
    from billing_invoices i where i.mail_at is not null
  union all
  select 'alert-mails', count(*), count(*) filter (where a.attempts > 0), min(a.created_at) from alert_mails a
  union all
  select 'account-mails', count(*), count(*) filter (where q.attempts > 0), min(q.created_at)
    from queued_mails q where q.expires_at > now()
$$;
