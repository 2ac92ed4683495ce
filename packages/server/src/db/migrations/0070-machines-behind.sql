-- Which machines do not show the newest revision of their profile, without reading all of them: 100,000 states joined
-- with their machines took seconds (docs/decisions/2026-11-21-machines-in-any-order.md). The state knows the machine's
-- profile, as it knows its name (0068); those behind are what lies before and after the profile's revision in an index.
alter table machine_states add column profile_id uuid;
-- The revision of its own profile that the machine shows; 0 where it shows none, or another profile.
alter table machine_states add column step integer not null generated always as (
  case when applied_profile_id = profile_id then coalesce(applied_revision, 0) else 0 end
) stored;

update machine_states s set profile_id = m.profile_id
  from machines m where m.organization_id = s.organization_id and m.machine_id = s.machine_id and m.profile_id is not null;

create index machine_states_step on machine_states (organization_id, profile_id, step, machine_id);

create or replace function name_machine_state() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  update machine_states s set name = new.name, profile_id = new.profile_id
    where s.organization_id = new.organization_id and s.machine_id = new.machine_id;
  return null;
end
$$;
drop trigger machines_named on machines;
create trigger machines_named after update of name, profile_id on machines
  for each row when (new.name is distinct from old.name or new.profile_id is distinct from old.profile_id)
  execute function name_machine_state();

create or replace function begin_machine_state() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  select m.name, m.profile_id, coalesce(new.last_seen, m.registered_at) into new.name, new.profile_id, new.gone_at
    from machines m where m.organization_id = new.organization_id and m.machine_id = new.machine_id;
  return new;
end
$$;
