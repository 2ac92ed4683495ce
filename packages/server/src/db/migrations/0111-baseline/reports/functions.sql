-- Duplicate machine IDs, and deleting old reports.

-- Two computers with the same ID that are both turned on are noticed every few minutes; a day allows for a night in
-- between.
create function clone_gap() returns interval language sql immutable return interval '24 hours';

create function record_machine_clone(p_organization uuid, p_machine text, p_addresses text[]) returns void
  language sql security definer set search_path = public, pg_temp as
$$
  insert into machine_clones as c (organization_id, machine_id, since, last_at, addresses)
    select organization_id, machine_id, now(), now(), p_addresses from machines
      where organization_id = p_organization and machine_id = p_machine
    on conflict (organization_id, machine_id) do update
      set since = case when c.last_at > now() - clone_gap() then c.since else now() end,
          last_at = now(),
          addresses = case when c.last_at > now() - clone_gap() then (
            -- The eight newest addresses.
            select array_agg(newest.address order by newest.at) from (
              select address, max(at) as at
                from unnest(c.addresses || p_addresses) with ordinality as seen (address, at)
                group by address order by 2 desc limit 8
            ) newest
          ) else p_addresses end
$$;

create function forget_machine_clones() returns void
  language sql security definer set search_path = public, pg_temp as
$$
  delete from machine_clones where last_at < now() - clone_gap();
$$;

create function forget_presence(p_age interval) returns void
  language sql security definer set search_path = public, pg_temp as
$$
  delete from fleet_hours where hour < now() - p_age;
  delete from machine_presence where until < now() - p_age;
$$;

create function forget_machine_logs(p_age interval) returns void
  language sql security definer set search_path = public, pg_temp as
$$ delete from machine_logs where time < now() - p_age $$;

create function forget_debug_files(p_age interval) returns void
  language sql security definer set search_path = public, pg_temp as
$$ delete from debug_files where created_at < now() - p_age $$;

revoke all on function record_machine_clone(uuid, text, text[]), forget_machine_clones(), forget_presence(interval),
  forget_machine_logs(interval), forget_debug_files(interval) from public;
grant execute on function record_machine_clone(uuid, text, text[]), forget_machine_clones(), forget_presence(interval),
  forget_machine_logs(interval), forget_debug_files(interval) to berth_system;
