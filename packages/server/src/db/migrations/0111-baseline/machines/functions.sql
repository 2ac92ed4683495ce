-- The tenant of a machine, the number of machines, and share codes.

-- The organization of a machine, and the role of the transaction's user in it: null for other users.
create function machine_place(p_machine text) returns table (organization_id uuid, role text)
  language sql stable security definer set search_path = public, pg_temp as
$$
  select d.organization_id, m.role from machine_directory d
    left join memberships m on m.organization_id = d.organization_id and m.user_id = berth_user_id()
    where d.machine_id = p_machine
$$;

-- The organization and profile of a machine that has proven its key.
create function machine_home(p_machine text) returns table (organization_id uuid, profile_id uuid)
  language sql stable security definer set search_path = public, pg_temp as
$$
  select d.organization_id, m.profile_id from machine_directory d
    join machines m on m.organization_id = d.organization_id and m.machine_id = d.machine_id
    where d.machine_id = p_machine
$$;

create function count_machines(p_organization uuid, p_profile uuid, p_more bigint) returns void
  language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  update machine_counts c set machines = c.machines + p_more
    where c.organization_id = p_organization and c.profile_id = p_profile;
  -- When an organization is deleted, its counts can be deleted before its machines.
  if not found and p_more > 0 then
    insert into machine_counts as c values (p_organization, p_profile, p_more)
      on conflict (organization_id, profile_id) do update set machines = c.machines + excluded.machines;
  end if;
end
$$;

-- Runs once per statement, however many machines change. Updates counts in a fixed order, so that concurrent statements
-- do not deadlock.
create function count_changed_machines() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  v_none constant uuid := '00000000-0000-0000-0000-000000000000';
begin
  if tg_op = 'INSERT' then
    perform count_machines(organization_id, profile_id, more) from (
      select organization_id, coalesce(profile_id, v_none) as profile_id, count(*) as more
        from after group by 1, 2 order by 1, 2
    ) as changes;
  elsif tg_op = 'DELETE' then
    perform count_machines(organization_id, profile_id, more) from (
      select organization_id, coalesce(profile_id, v_none) as profile_id, -count(*) as more
        from before group by 1, 2 order by 1, 2
    ) as changes;
  else
    perform count_machines(organization_id, profile_id, more) from (
      select organization_id, coalesce(profile_id, v_none) as profile_id, sum(more)::bigint as more
        from (
          select organization_id, profile_id, -1 as more from before
          union all
          select organization_id, profile_id, 1 from after
        ) as moves group by 1, 2 having sum(more) <> 0 order by 1, 2
    ) as changes;
  end if;
  return null;
end
$$;

create trigger machines_counted_in after insert on machines
  referencing new table as after for each statement execute function count_changed_machines();
create trigger machines_counted_out after delete on machines
  referencing old table as before for each statement execute function count_changed_machines();
create trigger machines_counted_over after update on machines
  referencing old table as before new table as after for each statement execute function count_changed_machines();

-- Returns 'published', or 'unknown' for an unknown machine, or 'taken' for a code in use.
create function publish_share_code(p_hash bytea, p_machine text, p_peer text, p_valid interval) returns text
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  v_home uuid;
begin
  select organization_id into v_home from machine_directory where machine_id = p_machine;
  if v_home is null then
    return 'unknown';
  end if;
  delete from share_codes where expires_at <= now();
  insert into share_codes (organization_id, code_hash, machine_id, peer_id, expires_at)
    values (v_home, p_hash, p_machine, p_peer, now() + p_valid)
    on conflict (code_hash) do nothing;
  return case when found then 'published' else 'taken' end;
end
$$;

-- Consumes a code and returns its target.
create function use_share_code(p_hash bytea) returns table (machine_id text, machine_name text, peer_id text)
  language sql security definer set search_path = public, pg_temp as
$$
  with used as (delete from share_codes where code_hash = p_hash returning *)
  select u.machine_id, m.name, u.peer_id from used u
    join machines m on m.organization_id = u.organization_id and m.machine_id = u.machine_id
    where u.expires_at > now()
$$;

revoke all on function machine_place(text), machine_home(text), count_machines(uuid, uuid, bigint),
  count_changed_machines(), publish_share_code(bytea, text, text, interval), use_share_code(bytea) from public;
grant execute on function machine_place(text) to berth_app;
grant execute on function machine_home(text), publish_share_code(bytea, text, text, interval), use_share_code(bytea)
  to berth_system;
