-- Renews the planner's statistics of machines and their states if many were registered or changed since the last time;
-- returns whether it did. A new organization is unknown to the planner, which takes it to have one machine: for 10,000 of
-- them, it then compares each with each, for minutes. Autovacuum renews them after a minute at the earliest, and only
-- once a tenth of all tenants' machines is new.
create function analyze_machines() returns boolean
  language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if not exists (
    select from pg_stat_user_tables
      where relid = 'machines'::regclass and n_mod_since_analyze > 500 + n_live_tup / 100
  ) then
    return false;
  end if;
  -- Another node may be at it.
  analyze (skip_locked) machines, machine_states;
  return true;
end
$$;
revoke all on function analyze_machines() from public;
grant execute on function analyze_machines() to berth_system;
