-- Several nodes over one database.

-- Machines of every tenant for which commands wait: a node whose hint was lost finds them here.
create function queued_machines() returns table (organization_id uuid, machine_id text)
  language sql stable security definer set search_path = public, pg_temp as
$$
  select distinct c.organization_id, c.machine_id from commands c where c.state = 'queued' and c.expires_at > now()
$$;
revoke all on function queued_machines() from public;
grant execute on function queued_machines() to berth_system;

-- A machine that went to another node leaves its last state behind at the one before, which may write it later: what
-- was seen later stays, unless a clock that was wrong put it into the future.
create or replace function record_machine_states(p_states jsonb) returns void
  language sql security definer set search_path = public, pg_temp as
$$
  update machine_states s
    set last_seen = r.last_seen, running_since = r.running_since, status = r.status,
        applied_profile_id = r.applied_profile_id, applied_revision = r.applied_revision,
        apply_error = r.apply_error, agent_version = r.agent_version, hardware = coalesce(r.hardware, s.hardware)
    from jsonb_to_recordset(p_states) as r (
      organization_id uuid, machine_id text, last_seen timestamptz, running_since timestamptz, status text,
      applied_profile_id uuid, applied_revision integer, apply_error text, agent_version text, hardware jsonb
    )
    where s.organization_id = r.organization_id and s.machine_id = r.machine_id
      and (s.last_seen is null or r.last_seen >= s.last_seen or s.last_seen > now() + interval '1 minute')
$$;
