-- Jobs for commands and schedules of all tenants.

-- Expires overdue commands. A machine may still be running a command that it accepted: those expire after p_grace.
create function expire_commands(p_grace interval) returns table (organization_id uuid, machine_id text)
  language sql security definer set search_path = public, pg_temp as
$$
  update commands c set state = 'expired', finished_at = now()
    where c.state in ('queued', 'delivered')
      and c.expires_at < now() - case when c.accepted_at is null then interval '0' else p_grace end
    returning c.organization_id, c.machine_id
$$;

-- Machines with pending commands, for nodes that missed a hint.
create function queued_machines() returns table (organization_id uuid, machine_id text)
  language sql stable security definer set search_path = public, pg_temp as
$$
  select distinct c.organization_id, c.machine_id from commands c where c.state = 'queued' and c.expires_at > now()
$$;

-- Claims schedules for p_lease that are enabled or whose last run is still open.
create function claim_schedules(p_now timestamptz, p_lease interval, p_limit integer)
  returns table (organization_id uuid, schedule_id uuid)
  language sql security definer set search_path = public, pg_temp as
$$
  update schedules s set leased_until = p_now + p_lease
    where (s.organization_id, s.schedule_id) in (
      select q.organization_id, q.schedule_id from schedules q
        where (q.leased_until is null or q.leased_until <= p_now)
          and (q.enabled or exists (
            select 1 from schedule_runs r
              where r.organization_id = q.organization_id and r.schedule_id = q.schedule_id and r.closed_at is null
          ))
        order by q.leased_until nulls first limit p_limit for update skip locked
    )
    returning s.organization_id, s.schedule_id
$$;

revoke all on function expire_commands(interval), queued_machines(), claim_schedules(timestamptz, interval, integer)
  from public;
grant execute on function expire_commands(interval), queued_machines(), claim_schedules(timestamptz, interval, integer)
  to berth_system;
