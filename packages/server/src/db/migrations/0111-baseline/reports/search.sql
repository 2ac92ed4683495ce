-- Finds machines by part of a text without reading all of them
-- (docs/decisions/2026-11-21-search-under-row-level-security.md).

-- Hashes every three consecutive characters of a text, seeded with the organization: so an index over all tenants is
-- divided by tenant. Needs no extension, which an operator's database may lack or forbid.
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

-- Merges new entries once they reach 1 MB: an update of any indexed column of a machine's state adds entries here too.
create index machine_states_grams on machine_states using gin (machine_grams(organization_id, lookup))
  with (gin_pending_list_limit = 1024);

-- IDs of an organization's machines that may match: their searched text contains all parts of a pattern in p_names
-- (regardless of case), or their ID begins with one of p_ids (hexadecimal). Null if reading names in order is faster: a
-- pattern has no three consecutive characters, or more than p_most machines match. Bypasses policies, because LIKE uses
-- an index only without them; so it checks the transaction's access to the organization itself.
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
    -- IDs are hashes, so the first 500 are a random sample. If more than 5% match, reading in order finds a page
    -- quickly.
    select count(*) > 25 into v_common
      from (select lookup from machine_states where organization_id = p_organization order by machine_id limit 500) as sample
      where lookup like all (v_parts);
    if v_common then
      return null;
    end if;
    select array_agg(machine_id) into v_some from (
      select machine_id from machine_states
        where machine_grams(organization_id, lookup) @> v_grams and lookup like all (v_parts)
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
