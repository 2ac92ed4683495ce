-- Writing states and presence of machines, over all tenants.

-- Copies a machine's name, profile, and tags into its state.
create function name_machine_state() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  update machine_states s set name = new.name, profile_id = new.profile_id, tags = new.tags
    where s.organization_id = new.organization_id and s.machine_id = new.machine_id;
  return null;
end
$$;

create trigger machines_named after update of name, profile_id, tags on machines
  for each row when (
    new.name is distinct from old.name or new.profile_id is distinct from old.profile_id
    or new.tags is distinct from old.tags
  )
  execute function name_machine_state();

create function begin_machine_state() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  select m.name, m.profile_id, m.tags, coalesce(new.last_seen, m.registered_at)
    into new.name, new.profile_id, new.tags, new.gone_at
    from machines m where m.organization_id = new.organization_id and m.machine_id = new.machine_id;
  return new;
end
$$;

create trigger machine_states_begun before insert on machine_states
  for each row execute function begin_machine_state();

-- A sign of life is written every five minutes. A machine without one for this long was offline, even if its server
-- stopped without recording that.
create function presence_gap() returns interval language sql immutable return interval '10 minutes';

-- Writes what machines of any tenant reported since the last batch, in one statement: their states, and when they were
-- connected.
create function record_machine_states(p_states jsonb) returns void
  language sql security definer set search_path = public, pg_temp as
$$
  with reported as (
    select * from jsonb_to_recordset(p_states) as r (
      organization_id uuid, machine_id text, online boolean, last_seen timestamptz, running_since timestamptz,
      status text, applied_profile_id uuid, applied_revision integer, applied_digest text, apply_error text,
      agent_version text, hardware jsonb, time_zone text, refused_certificates jsonb, logged_in text
    )
    -- A node may write the last state of a machine after the machine's next node has written its first one. The later
    -- state stays, unless a wrong clock put it into the future.
    where not exists (
      select 1 from machine_states s
        where s.organization_id = r.organization_id and s.machine_id = r.machine_id and s.last_seen > r.last_seen
          and s.last_seen <= now() + interval '1 minute'
    )
  ),
  -- All parts of this statement see the states before it.
  change as (
    select r.organization_id, r.machine_id, r.last_seen, s.last_seen as before, r.online,
        s.online and s.last_seen < r.last_seen - presence_gap() as lost, s.online as was_online
      from reported r
      join machine_states s on s.organization_id = r.organization_id and s.machine_id = r.machine_id
  ),
  ended as (
    update machine_presence p set until = greatest(p.since, case when c.lost then c.before else c.last_seen end)
      from change c
      where p.organization_id = c.organization_id and p.machine_id = c.machine_id and p.until is null
        and (c.lost or not c.online)
  ),
  begun as (
    insert into machine_presence (organization_id, machine_id, since)
      select organization_id, machine_id, last_seen from change where online and (lost or not was_online)
      on conflict do nothing
  )
  update machine_states s
    set online = r.online, last_seen = r.last_seen, running_since = r.running_since, status = r.status,
        applied_profile_id = r.applied_profile_id, applied_revision = r.applied_revision,
        applied_digest = r.applied_digest,
        apply_error = r.apply_error, agent_version = r.agent_version, hardware = coalesce(r.hardware, s.hardware),
        time_zone = coalesce(r.time_zone, s.time_zone), refused_certificates = r.refused_certificates,
        -- Whether anyone is logged in is unknown while a machine is offline.
        logged_in = case when r.online then r.logged_in end,
        gone_at = case when r.online then 'infinity' else r.last_seen end
    from reported r
    where s.organization_id = r.organization_id and s.machine_id = r.machine_id
$$;

-- Counts every organization's machines for the current hour. Also marks machines as offline whose server stopped
-- without recording that.
create function count_fleet_hours() returns void
  language sql security definer set search_path = public, pg_temp as
$$
  update machine_states set gone_at = last_seen
    where gone_at = 'infinity' and last_seen < now() - presence_gap();
  insert into fleet_hours (organization_id, hour, online, total)
    select organization_id, date_trunc('hour', now()),
        count(*) filter (where online and last_seen > now() - presence_gap()), count(*)
      from machine_states group by organization_id
    on conflict (organization_id, hour) do update
      set online = greatest(fleet_hours.online, excluded.online), total = excluded.total
      where fleet_hours.online < excluded.online or fleet_hours.total <> excluded.total;
$$;

revoke all on function name_machine_state(), begin_machine_state(), presence_gap(), record_machine_states(jsonb),
  count_fleet_hours() from public;
grant execute on function record_machine_states(jsonb), count_fleet_hours() to berth_system;
