-- Webhooks, and what is on its way to them. An event is an entry of the audit log: it is queued in the transaction that
-- makes it, so that none is told that did not happen, and none is lost that did.

create table webhooks (
  organization_id uuid not null references organizations on delete cascade,
  webhook_id uuid not null,
  url text not null,
  -- contract rules/webhooks.ts
  events text[] not null,
  -- Sealed with the server's key: the server has to sign with it.
  secret text not null,
  enabled boolean not null default true,
  created_by text not null,
  created_at timestamptz not null,
  primary key (organization_id, webhook_id)
);

create table webhook_deliveries (
  organization_id uuid not null,
  delivery_id uuid not null,
  webhook_id uuid not null,
  event text not null,
  -- As it is signed and sent, with every attempt.
  body text not null,
  state text not null default 'queued' check (state in ('queued', 'delivered', 'failed')),
  attempts integer not null default 0,
  created_at timestamptz not null default now(),
  last_attempt_at timestamptz,
  -- While somebody delivers it: when it is given up on them.
  next_attempt_at timestamptz,
  response_status integer,
  error text,
  primary key (organization_id, delivery_id),
  foreign key (organization_id, webhook_id) references webhooks on delete cascade,
  check ((state = 'queued') = (next_attempt_at is not null))
);
create index webhook_deliveries_due on webhook_deliveries (next_attempt_at) where state = 'queued';
create index webhook_deliveries_newest on webhook_deliveries (organization_id, webhook_id, created_at desc);
create index webhook_deliveries_age on webhook_deliveries (created_at);

alter table webhooks enable row level security;
alter table webhook_deliveries enable row level security;
create policy webhooks_read on webhooks for select using (organization_id = berth_organization_id());
create policy webhooks_add on webhooks for insert with check (organization_id = berth_organization_id());
create policy webhooks_change on webhooks for update using (organization_id = berth_organization_id());
create policy webhooks_remove on webhooks for delete using (organization_id = berth_organization_id());
create policy webhook_deliveries_read on webhook_deliveries for select using (organization_id = berth_organization_id());
create policy webhook_deliveries_add on webhook_deliveries for insert with check (organization_id = berth_organization_id());
create policy webhook_deliveries_change on webhook_deliveries for update using (organization_id = berth_organization_id());
grant select, insert, update, delete on webhooks to berth_app;
grant select, insert, update on webhook_deliveries to berth_app;

-- Queues an event for the webhooks that ask for it.
create function queue_webhook_event(p_organization uuid, p_event text, p_body text) returns void
  language sql security definer set search_path = public, pg_temp as
$$
  insert into webhook_deliveries (organization_id, delivery_id, webhook_id, event, body, next_attempt_at)
  select w.organization_id, gen_random_uuid(), w.webhook_id, p_event, p_body, now()
    from webhooks w
    where w.organization_id = p_organization and w.enabled
      and w.events && array['*', split_part(p_event, '.', 1) || '.*', p_event]
$$;

create function queue_webhook_events() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  -- Most organisations have no webhook, and persons' chains never do.
  if exists (select 1 from webhooks w join added a on a.chain_id = w.organization_id) then
    perform queue_webhook_event(a.chain_id, a.action, json_build_object(
      'type', a.action,
      'time', to_char(a.time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'organizationId', a.chain_id,
      'sequence', a.sequence,
      'actor', json_build_object('kind', a.actor_kind, 'id', a.actor_id, 'name', a.actor),
      'target', case when a.target_id is null then null
        else json_build_object('kind', a.target_kind, 'id', a.target_id) end,
      'before', a.before_json::json,
      'after', a.after_json::json
    )::text) from added a order by a.sequence;
  end if;
  return null;
end
$$;
create trigger audit_entries_webhooks after insert on audit_entries
  referencing new table as added for each statement execute function queue_webhook_events();

-- The same for what is no entry of the log, asked for by the transaction's organisation.
create function queue_own_webhook_event(p_event text, p_body text) returns void
  language sql security definer set search_path = public, pg_temp as
$$ select queue_webhook_event(berth_organization_id(), p_event, p_body) $$;

-- Hands out what is due. Whoever takes it has p_lease to say what came of it; then it is handed out again.
create function claim_webhook_deliveries(p_now timestamptz, p_lease interval, p_limit integer)
  returns table (
    organization_id uuid, delivery_id uuid, event text, body text, attempts integer, url text, secret text
  )
  language sql security definer set search_path = public, pg_temp as
$$
  update webhook_deliveries d
    set next_attempt_at = p_now + p_lease, attempts = d.attempts + 1, last_attempt_at = p_now
    from webhooks w
    where w.organization_id = d.organization_id and w.webhook_id = d.webhook_id
      and (d.organization_id, d.delivery_id) in (
        select q.organization_id, q.delivery_id from webhook_deliveries q
          join webhooks v on v.organization_id = q.organization_id and v.webhook_id = q.webhook_id
          where q.state = 'queued' and q.next_attempt_at <= p_now and v.enabled
          order by q.next_attempt_at limit p_limit for update of q skip locked
      )
    returning d.organization_id, d.delivery_id, d.event, d.body, d.attempts, w.url, w.secret
$$;

create function forget_webhook_deliveries(p_age interval) returns void
  language sql security definer set search_path = public, pg_temp as
$$ delete from webhook_deliveries where created_at < now() - p_age $$;

revoke all on function queue_webhook_event(uuid, text, text), queue_own_webhook_event(text, text),
  claim_webhook_deliveries(timestamptz, interval, integer), forget_webhook_deliveries(interval) from public;
grant execute on function queue_own_webhook_event(text, text) to berth_app;
grant execute on function claim_webhook_deliveries(timestamptz, interval, integer), forget_webhook_deliveries(interval)
  to berth_system;
