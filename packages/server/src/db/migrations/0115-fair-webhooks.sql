-- Claims due deliveries for p_lease; without a result by then, they are due again. Organizations with the fewest under way
-- come first: one whose receivers hang delays no other.
create function claim_webhook_deliveries(
  p_now timestamptz, p_lease interval, p_limit integer,
  -- How many each webhook and each organization may have under way at one node.
  p_per_webhook integer, p_per_organization integer,
  -- How many the node has under way, by webhook_id.
  p_under_way jsonb
)
  returns table (
    organization_id uuid, delivery_id uuid, webhook_id uuid, event text, body text, attempts integer, url text, secret text
  )
  language sql security definer set search_path = public, pg_temp as
$$
  with enabled as (
    select w.organization_id, w.webhook_id, p_per_webhook - b.under_way as room,
        sum(b.under_way) over (partition by w.organization_id) as under_way
      from webhooks w cross join lateral (select coalesce((p_under_way ->> w.webhook_id::text)::integer, 0) as under_way) b
      -- Without anything due, no webhook is looked at.
      where w.enabled and exists (select from webhook_deliveries where state = 'queued' and next_attempt_at <= p_now)
  ),
  turns as (
    select e.organization_id, d.delivery_id,
        e.under_way + row_number() over (partition by e.organization_id order by d.next_attempt_at) as turn
      from enabled e cross join lateral (
        select q.delivery_id, q.next_attempt_at from webhook_deliveries q
          where q.organization_id = e.organization_id and q.webhook_id = e.webhook_id
            and q.state = 'queued' and q.next_attempt_at <= p_now
          order by q.next_attempt_at limit greatest(0, e.room)
      ) d
  )
  update webhook_deliveries d
    set next_attempt_at = p_now + p_lease, attempts = d.attempts + 1, last_attempt_at = p_now
    from webhooks w
    where w.organization_id = d.organization_id and w.webhook_id = d.webhook_id
      and (d.organization_id, d.delivery_id) in (
        select q.organization_id, q.delivery_id from webhook_deliveries q join turns t using (organization_id, delivery_id)
          where t.turn <= p_per_organization and q.state = 'queued' and q.next_attempt_at <= p_now
          order by t.turn, q.next_attempt_at limit p_limit for update of q skip locked
      )
    returning d.organization_id, d.delivery_id, d.webhook_id, d.event, d.body, d.attempts, w.url, w.secret
$$;

create index webhook_deliveries_due_each on webhook_deliveries (organization_id, webhook_id, next_attempt_at)
  where state = 'queued';
drop function claim_webhook_deliveries(timestamptz, interval, integer);

revoke all on function claim_webhook_deliveries(timestamptz, interval, integer, integer, integer, jsonb) from public;
grant execute on function claim_webhook_deliveries(timestamptz, interval, integer, integer, integer, jsonb)
  to berth_system;
