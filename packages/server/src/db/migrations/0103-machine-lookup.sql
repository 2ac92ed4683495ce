-- Machines are found by whatever an administrator knows of them: name, tags, addresses, model, serial number, and who is
-- logged in. A state repeats a machine's tags as it repeats its name, and keeps all that a search reads in one text.

alter table machine_states add column tags text[] not null default '{}', add column logged_in text;

update machine_states s set tags = m.tags from machines m
  where m.organization_id = s.organization_id and m.machine_id = s.machine_id and m.tags <> '{}';

-- Where people reach a machine: the first IPv4 address of its interfaces, else the first address.
create function machine_address(p_hardware jsonb) returns text language sql immutable parallel safe as
$$
  select address
    from jsonb_array_elements(p_hardware -> 'interfaces') with ordinality as i (interface, place),
      jsonb_array_elements_text(i.interface -> 'addresses') with ordinality as a (address, rank)
    order by address like '%:%', place, rank limit 1
$$;

create function machine_lookup(p_name text, p_tags text[], p_hardware jsonb, p_logged_in text) returns text
  language sql immutable parallel safe as
$$
  select lower(concat_ws(E'\n', p_name, array_to_string(p_tags, E'\n'), p_hardware ->> 'model', p_hardware ->> 'serial', (
    select string_agg(concat_ws(E'\n', interface ->> 'mac', (
        select string_agg(address, E'\n') from jsonb_array_elements_text(interface -> 'addresses') as address
      )), E'\n')
      from jsonb_array_elements(p_hardware -> 'interfaces') as interface
  ), p_logged_in))
$$;

alter table machine_states
  add column ip_address text generated always as (machine_address(hardware)) stored,
  add column model text generated always as (hardware ->> 'model') stored,
  add column serial text generated always as (hardware ->> 'serial') stored,
  add column lookup text collate "C" generated always as (machine_lookup(name, tags, hardware, logged_in)) stored;

-- In place of the index of names, which this text begins with.
drop index machines_grams;
create index machine_states_grams on machine_states using gin (machine_grams(organization_id, lookup))
  with (gin_pending_list_limit = 1024);

create or replace function name_machine_state() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  update machine_states s set name = new.name, profile_id = new.profile_id, tags = new.tags
    where s.organization_id = new.organization_id and s.machine_id = new.machine_id;
  return null;
end
$$;

drop trigger machines_named on machines;
create trigger machines_named after update of name, profile_id, tags on machines
  for each row when (
    new.name is distinct from old.name or new.profile_id is distinct from old.profile_id
    or new.tags is distinct from old.tags
  )
  execute function name_machine_state();

create or replace function begin_machine_state() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  select m.name, m.profile_id, m.tags, coalesce(new.last_seen, m.registered_at)
    into new.name, new.profile_id, new.tags, new.gone_at
    from machines m where m.organization_id = new.organization_id and m.machine_id = new.machine_id;
  return new;
end
$$;

-- The ids of an organization's machines of which the name, or whatever else a search reads, may be like one of p_names
-- (without regard to case): those that hold all of its parts. Or whose ids begin with one of p_ids, in hexadecimal digits;
-- null where reading the names in order is the better way: a pattern without
-- three characters in a row, or more than p_most machines. It looks past the security policies, as only so an index
-- can serve LIKE, and therefore asks itself who may see: nobody finds a machine of an organization that is not theirs.
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
    -- Ids are hashes, so the first of them are a fair sample: what more than 5% have is met soon enough in order.
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

-- What machines of any tenant reported since the last batch, in one statement: their states, and the spans in which
-- they were connected.
create or replace function record_machine_states(p_states jsonb) returns void
  language sql security definer set search_path = public, pg_temp as
$$
  with reported as (
    select * from jsonb_to_recordset(p_states) as r (
      organization_id uuid, machine_id text, online boolean, last_seen timestamptz, running_since timestamptz,
      status text, applied_profile_id uuid, applied_revision integer, apply_error text, agent_version text,
      hardware jsonb, time_zone text, refused_certificates jsonb, logged_in text
    )
    -- A node that a machine has left may write its last state later than the next node writes its first: what was seen
    -- later stays, unless a clock that was wrong put it into the future.
    where not exists (
      select 1 from machine_states s
        where s.organization_id = r.organization_id and s.machine_id = r.machine_id and s.last_seen > r.last_seen
          and s.last_seen <= now() + interval '1 minute'
    )
  ),
  -- Every part sees the states as they were before.
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
        apply_error = r.apply_error, agent_version = r.agent_version, hardware = coalesce(r.hardware, s.hardware),
        time_zone = coalesce(r.time_zone, s.time_zone), refused_certificates = r.refused_certificates,
        -- Nobody is logged in at a machine that is away, as far as anybody knows.
        logged_in = case when r.online then r.logged_in end,
        gone_at = case when r.online then 'infinity' else r.last_seen end
    from reported r
    where s.organization_id = r.organization_id and s.machine_id = r.machine_id
$$;

-- Lists of machines that the organization's people named, pinned in their console.
create table machine_views (
  organization_id uuid not null references organizations on delete cascade,
  view_id uuid not null,
  name text not null,
  -- The list's address after the question mark: search, filters, order, columns.
  query text not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, view_id),
  unique (organization_id, name)
);

alter table machine_views enable row level security;
create policy machine_views_read on machine_views for select
  using (organization_id = any ((select visible_organizations())::uuid[]));
create policy machine_views_write on machine_views using (organization_id = berth_organization_id());
grant select, insert, update, delete on machine_views to berth_app;

revoke all on function machine_address(jsonb), machine_lookup(text, text[], jsonb, text) from public;
grant execute on function machine_address(jsonb), machine_lookup(text, text[], jsonb, text) to berth_app, berth_system;
