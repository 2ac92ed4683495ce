-- Use of API keys, and the queue of webhooks.

-- Finds a key that has not expired, and records its use to the minute: most uses write nothing.
create function use_api_key(p_hash bytea, p_now timestamptz)
  returns table (organization_id uuid, key_id uuid, name text, scopes text[], user_id uuid, created_by text)
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  v_key api_keys%rowtype;
begin
  select * into v_key from api_keys k where k.key_hash = p_hash and (k.expires_at is null or k.expires_at > p_now);
  if not found then
    return;
  end if;
  if v_key.last_used_at is null or v_key.last_used_at < p_now - interval '1 minute' then
    update api_keys k set last_used_at = p_now
      where k.organization_id = v_key.organization_id and k.key_id = v_key.key_id;
  end if;
  return query select v_key.organization_id, v_key.key_id, v_key.name, v_key.scopes, v_key.user_id, v_key.created_by;
end
$$;

-- Queues an event for the webhooks that subscribe to it.
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
  -- Most organizations have no webhooks, and users' own chains never do.
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

-- Queues an event of the transaction's organization that is not an entry of the log.
create function queue_own_webhook_event(p_event text, p_body text) returns void
  language sql security definer set search_path = public, pg_temp as
$$ select queue_webhook_event(berth_organization_id(), p_event, p_body) $$;

-- Claims due deliveries for p_lease; without a result by then, they are due again.
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

revoke all on function use_api_key(bytea, timestamptz), queue_webhook_event(uuid, text, text),
  queue_own_webhook_event(text, text), claim_webhook_deliveries(timestamptz, interval, integer),
  forget_webhook_deliveries(interval) from public;
grant execute on function queue_own_webhook_event(text, text) to berth_app;
grant execute on function use_api_key(bytea, timestamptz), claim_webhook_deliveries(timestamptz, interval, integer),
  forget_webhook_deliveries(interval) to berth_system;
