-- Connecting and disconnecting no longer rewrite the values that a search compares, nor their index: these change only
-- with a machine's name, tags, hardware or logged-in user.

alter table machine_states
  alter column ip_address drop expression,
  alter column model drop expression,
  alter column serial drop expression,
  alter column lookup drop expression;

create function describe_machine_state() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  new.ip_address := machine_address(new.hardware);
  new.model := new.hardware ->> 'model';
  new.serial := new.hardware ->> 'serial';
  new.lookup := machine_lookup(new.name, new.tags, new.hardware, new.logged_in);
  return new;
end
$$;

-- After machine_states_begun, which sets the name and tags of a new row.
create trigger machine_states_described before insert on machine_states
  for each row execute function describe_machine_state();
create trigger machine_states_described_again before update on machine_states
  for each row when (
    new.name is distinct from old.name or new.tags is distinct from old.tags
    or new.hardware is distinct from old.hardware or new.logged_in is distinct from old.logged_in
  )
  execute function describe_machine_state();

-- A copy of machine_states.lookup for find_machines: its index is the most expensive one, and an update of a row adds to
-- all indexes of its table. Only find_machines reads it.
create table machine_lookups (
  organization_id uuid not null,
  machine_id text not null,
  lookup text collate "C" not null,
  primary key (organization_id, machine_id),
  foreign key (organization_id, machine_id) references machine_states on delete cascade
);
alter table machine_lookups enable row level security;

insert into machine_lookups (organization_id, machine_id, lookup)
  select organization_id, machine_id, lookup from machine_states;
create index machine_lookups_grams on machine_lookups using gin (machine_grams(organization_id, lookup))
  with (gin_pending_list_limit = 1024);
drop index machine_states_grams;

create function copy_machine_lookup() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  insert into machine_lookups (organization_id, machine_id, lookup)
    values (new.organization_id, new.machine_id, new.lookup)
    on conflict (organization_id, machine_id) do update set lookup = excluded.lookup;
  return null;
end
$$;

create trigger machine_states_lookup_added after insert on machine_states
  for each row execute function copy_machine_lookup();
create trigger machine_states_lookup_changed after update on machine_states
  for each row when (new.lookup is distinct from old.lookup)
  execute function copy_machine_lookup();

-- As before, with the index of machine_lookups.
create or replace function find_machines(p_organization uuid, p_names text[], p_ids text[], p_most integer) returns text[]
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
      from (select lookup from machine_lookups where organization_id = p_organization order by machine_id limit 500) as sample
      where lookup like all (v_parts);
    if v_common then
      return null;
    end if;
    select array_agg(machine_id) into v_some from (
      select machine_id from machine_lookups
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

revoke all on function describe_machine_state(), copy_machine_lookup() from public;
