-- A search for part of a name without reading every name, and far pages without counting up to them
-- (docs/decisions/2026-11-21-search-under-row-level-security.md).

-- What a text holds, three characters at a time, as numbers that no other organisation shares: an index of them is
-- divided by tenant, and needs no extension, which an operator's database may lack or not permit.
create function machine_grams(p_organization uuid, p_text text) returns bigint[]
  language plpgsql immutable parallel safe as
$$
declare
  v_seed bigint := uuid_hash_extended(p_organization, 0);
  v_grams bigint[] := '{}';
begin
  for v_at in 1 .. length(p_text) - 2 loop
    v_grams := v_grams || hashtextextended(substr(p_text, v_at, 3) collate "C", v_seed);
  end loop;
  return v_grams;
end
$$;
-- Changed in batches of a megabyte: a machine that gets another profile or tags is written here too.
create index machines_grams on machines using gin (machine_grams(organization_id, search))
  with (gin_pending_list_limit = 1024);

-- The ids of an organisation's machines whose names are like one of p_names (without regard to case), or that begin
-- with one of p_ids, in hexadecimal digits; null where reading the names in order is the better way: a pattern without
-- three characters in a row, or more than p_most machines. It looks past the security policies, as only so an index
-- can serve LIKE, and therefore asks itself who may see: nobody finds a machine of an organisation that is not theirs.
create function find_machines(p_organization uuid, p_names text[], p_ids text[], p_most integer) returns text[]
  language plpgsql stable security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_indexonlyscan = off as
$$
declare
  v_pattern text;
  v_parts text[];
  v_grams bigint[];
  v_common boolean;
  v_some text[];
  v_found text[] := '{}';
begin
  if not coalesce(p_organization = any (visible_organizations()), false) then
    return v_found;
  end if;
  foreach v_pattern in array p_names loop
    v_pattern := lower(v_pattern);
    select array_agg(distinct '%' || part || '%'), array_agg(distinct gram) into v_parts, v_grams
      from (select r[1] as part from regexp_matches(v_pattern, '(?:[^%_\\]|\\.)+', 'g') as r) as parts,
        unnest(machine_grams(p_organization, regexp_replace(part, '\\(.)', '\1', 'g'))) as gram;
    if v_grams is null then
      return null;
    end if;
    -- Ids are hashes, so the first of them are a fair sample: what more than 5% have is met soon enough in order.
    select count(*) > 25 into v_common
      from (select search from machines where organization_id = p_organization order by machine_id limit 500) as sample
      where search like all (v_parts);
    if v_common then
      return null;
    end if;
    select array_agg(machine_id) into v_some from (
      select machine_id from machines
        where machine_grams(organization_id, search) @> v_grams and search like v_pattern
          and organization_id is not distinct from p_organization
        limit p_most + 1
    ) as found;
    v_found := v_found || v_some;
    exit when cardinality(v_found) > p_most;
  end loop;
  foreach v_pattern in array p_ids loop
    exit when cardinality(v_found) > p_most;
    select array_agg(machine_id) into v_some from (
      select machine_id from machines
        where organization_id = p_organization
          and machine_id between rpad(v_pattern, 32, '0') and rpad(v_pattern, 32, 'f')
        limit p_most + 1
    ) as found;
    v_found := v_found || v_some;
  end loop;
  return case when cardinality(v_found) <= p_most then array(select distinct unnest(v_found)) end;
end
$$;
revoke all on function machine_grams(uuid, text), find_machines(uuid, text[], text[], integer) from public;
grant execute on function machine_grams(uuid, text) to berth_app, berth_system;
grant execute on function find_machines(uuid, text[], text[], integer) to berth_app;

-- How many machines of an organisation show each profile; those without one under zeros, as in machines_by_profile.
create table machine_counts (
  organization_id uuid not null references organizations on delete cascade,
  profile_id uuid not null,
  machines bigint not null,
  primary key (organization_id, profile_id)
) with (fillfactor = 70);
alter table machine_counts enable row level security;
create policy machine_counts_read on machine_counts for select
  using (organization_id = any ((select visible_organizations())::uuid[]));
grant select on machine_counts to berth_app;

create function count_machines(p_organization uuid, p_profile uuid, p_more bigint) returns void
  language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  update machine_counts c set machines = c.machines + p_more
    where c.organization_id = p_organization and c.profile_id = p_profile;
  -- Where an organisation goes, its counts may have gone before its machines.
  if not found and p_more > 0 then
    insert into machine_counts as c values (p_organization, p_profile, p_more)
      on conflict (organization_id, profile_id) do update set machines = c.machines + excluded.machines;
  end if;
end
$$;
-- Once for a statement, however many machines it changes; in one order, so that two do not wait for each other.
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
revoke all on function count_machines(uuid, uuid, bigint), count_changed_machines() from public;
create trigger machines_counted_in after insert on machines
  referencing new table as after for each statement execute function count_changed_machines();
create trigger machines_counted_out after delete on machines
  referencing old table as before for each statement execute function count_changed_machines();
create trigger machines_counted_over after update on machines
  referencing old table as before new table as after for each statement execute function count_changed_machines();

insert into machine_counts
  select organization_id, coalesce(profile_id, '00000000-0000-0000-0000-000000000000'), count(*)
    from machines group by 1, 2;
