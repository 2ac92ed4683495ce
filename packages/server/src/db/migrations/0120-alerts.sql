-- Emails about machines, rollouts, and credits (docs/decisions/2026-11-30-alerts-by-email.md).

-- The topics that a member chose (contract rules/alerts.ts); null: the default of the role.
alter table memberships add column alerts text[];

-- Machines with one of these tags are expected to be online all the time.
alter table organizations add column always_on_tags text[] not null default '{}';

-- What is known of an organization, and what was reported. Every organization gets its row at its first check.
create table alert_states (
  organization_id uuid primary key references organizations on delete cascade,
  next_at timestamptz not null,
  machines_mailed_at timestamptz,
  -- Rollouts that were rolled back until then are reported.
  rollouts_until timestamptz not null,
  credits_at timestamptz,
  credits text check (credits in ('ending', 'grace', 'over'))
);
create index alert_states_next on alert_states (next_at);

-- What machines need, and whether it was reported. Kept for a while after it is over: a machine that comes and goes is
-- reported once.
create table machine_alerts (
  organization_id uuid not null,
  machine_id text not null,
  need text not null check (need in ('down', 'cloned', 'faulty', 'away')),
  found_at timestamptz not null,
  mailed_at timestamptz,
  gone_at timestamptz,
  primary key (organization_id, machine_id, need),
  foreign key (organization_id, machine_id) references machines on delete cascade
);

-- Emails that wait for the mail server. They go with the membership.
create table alert_mails (
  organization_id uuid not null,
  mail_id uuid not null,
  user_id uuid not null,
  -- features/alerts/content.ts
  content jsonb not null,
  created_at timestamptz not null,
  mail_at timestamptz not null,
  attempts integer not null default 0,
  primary key (organization_id, mail_id),
  foreign key (organization_id, user_id) references memberships on delete cascade
);
create index alert_mails_due on alert_mails (mail_at);
create index alert_mails_member on alert_mails (organization_id, user_id);

alter table alert_states enable row level security;
create policy alert_states_own on alert_states using (organization_id = berth_organization_id());
grant select, update on alert_states to berth_app;
alter table machine_alerts enable row level security;
create policy machine_alerts_own on machine_alerts using (organization_id = berth_organization_id());
grant select, insert, update, delete on machine_alerts to berth_app;
alter table alert_mails enable row level security;
create policy alert_mails_own on alert_mails using (organization_id = berth_organization_id());
grant select, insert, update, delete on alert_mails to berth_app;

-- The organizations to check now. Each is claimed by one server until p_now + p_again.
create function claim_alert_checks(p_now timestamptz, p_again interval, p_limit integer) returns setof uuid
  language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  insert into alert_states (organization_id, next_at, rollouts_until)
    select o.organization_id, p_now, p_now from organizations o
      where not exists (select from alert_states s where s.organization_id = o.organization_id)
    on conflict do nothing;
  return query update alert_states s set next_at = p_now + p_again
    where s.organization_id in (
      select d.organization_id from alert_states d where d.next_at <= p_now
        order by d.next_at limit p_limit for update skip locked
    )
    returning s.organization_id;
end
$$;

create function claim_alert_mails(p_now timestamptz, p_again interval, p_limit integer)
  returns table (
    organization_id uuid, mail_id uuid, attempts integer, content jsonb, created_at timestamptz, email text,
    organization_name text
  )
  language sql security definer set search_path = public, pg_temp as
$$
  update alert_mails a set mail_at = p_now + p_again, attempts = a.attempts + 1
    from memberships m, organizations o
    where m.organization_id = a.organization_id and m.user_id = a.user_id and o.organization_id = a.organization_id
      and (a.organization_id, a.mail_id) in (
        select d.organization_id, d.mail_id from alert_mails d where d.mail_at <= p_now
          order by d.mail_at limit p_limit for update skip locked
      )
    returning a.organization_id, a.mail_id, a.attempts, a.content, a.created_at, m.email, o.name
$$;

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
$$;

revoke all on function claim_alert_checks(timestamptz, interval, integer),
  claim_alert_mails(timestamptz, interval, integer) from public;
grant execute on function claim_alert_checks(timestamptz, interval, integer),
  claim_alert_mails(timestamptz, interval, integer) to berth_system;
