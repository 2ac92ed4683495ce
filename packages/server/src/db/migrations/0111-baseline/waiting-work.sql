-- Pending work over all organizations, for metrics.

-- Shows operators what is stuck. Commands wait for offline machines; failed webhook deliveries and invoice emails are
-- retried.
create function waiting_work() returns table (queue text, waiting bigint, retried bigint, oldest timestamptz)
  language sql stable security definer set search_path = public, pg_temp as
$$
  select 'commands', count(*), 0::bigint, min(c.created_at) from commands c where c.state in ('queued', 'delivered')
  union all
  select 'webhooks', count(*), count(*) filter (where d.attempts > 0), min(d.created_at)
    from webhook_deliveries d where d.state = 'queued'
  union all
  select 'invoice-mails', count(*), count(*) filter (where i.mail_attempts > 0), min(i.issued_at)
    from billing_invoices i where i.mail_at is not null
$$;

revoke all on function waiting_work() from public;
grant execute on function waiting_work() to berth_system;
