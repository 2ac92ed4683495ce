-- What people want to know of a machine: its place, an asset number, whom to ask. The machine does not receive it.
alter table machines add column note text not null default '';
-- A copy, for lists and searches.
alter table machine_states add column note text not null default '';

-- Copies a machine's name, profile, tags, and note into its state.
create or replace function name_machine_state() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  update machine_states s set name = new.name, profile_id = new.profile_id, tags = new.tags, note = new.note
    where s.organization_id = new.organization_id and s.machine_id = new.machine_id;
  return null;
end
$$;

drop trigger machines_named on machines;
create trigger machines_named after update of name, profile_id, tags, note on machines
  for each row when (
    new.name is distinct from old.name or new.profile_id is distinct from old.profile_id
    or new.tags is distinct from old.tags or new.note is distinct from old.note
  )
  execute function name_machine_state();

create or replace function begin_machine_state() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  select m.name, m.profile_id, m.tags, m.note, coalesce(new.last_seen, m.registered_at)
    into new.name, new.profile_id, new.tags, new.note, new.gone_at
    from machines m where m.organization_id = new.organization_id and m.machine_id = new.machine_id;
  return new;
end
$$;

create or replace function describe_machine_state() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  new.ip_address := machine_address(new.hardware);
  new.model := new.hardware ->> 'model';
  new.serial := new.hardware ->> 'serial';
  new.lookup := concat_ws(
    E'\n', machine_lookup(new.name, new.tags, new.hardware, new.logged_in), nullif(lower(new.note), '')
  );
  return new;
end
$$;

drop trigger machine_states_described_again on machine_states;
create trigger machine_states_described_again before update on machine_states
  for each row when (
    new.name is distinct from old.name or new.tags is distinct from old.tags or new.note is distinct from old.note
    or new.hardware is distinct from old.hardware or new.logged_in is distinct from old.logged_in
  )
  execute function describe_machine_state();
