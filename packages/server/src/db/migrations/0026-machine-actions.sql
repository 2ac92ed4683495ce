-- Tags, codes that machines register themselves with, and commands for many machines.

alter table machines add column tags text[] not null default '{}';

-- One command for many machines: how far it has come is counted from its commands.
create table command_batches (
  organization_id uuid not null references organizations on delete cascade,
  batch_id uuid not null,
  type text not null,
  author_id uuid not null,
  author text not null,
  total integer not null,
  skipped integer not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, batch_id)
);
alter table commands add column batch_id uuid;
create index commands_batch on commands (organization_id, batch_id) where batch_id is not null;

alter table command_batches enable row level security;
create policy command_batches_read on command_batches for select using (organization_id = berth_organization_id());
create policy command_batches_add on command_batches for insert with check (organization_id = berth_organization_id());
grant select, insert on command_batches to berth_app;

create table enrolment_codes (
  organization_id uuid not null references organizations on delete cascade,
  code_id uuid not null,
  -- SHA-256 of a random code: whoever reads the table cannot register machines with it.
  code_hash bytea not null,
  hint text not null,
  profile_id uuid not null,
  deployment text not null,
  tags text[] not null default '{}',
  uses_left integer not null check (uses_left >= 0),
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  created_by text not null,
  primary key (organization_id, code_id),
  foreign key (organization_id, profile_id) references profiles on delete cascade
);
-- A machine knows the code, and not yet whose it is.
create unique index enrolment_codes_hash on enrolment_codes (code_hash);

alter table enrolment_codes enable row level security;
create policy enrolment_codes_read on enrolment_codes for select using (organization_id = berth_organization_id());
create policy enrolment_codes_add on enrolment_codes for insert with check (organization_id = berth_organization_id());
create policy enrolment_codes_remove on enrolment_codes for delete using (organization_id = berth_organization_id());
grant select, insert, delete on enrolment_codes to berth_app;

-- Registers a machine that has proven its key, by a code. No row for a code that is unknown, used up or over; a row
-- without registration for a machine that belongs elsewhere. A machine that is there already uses nothing up.
create function enrol_machine(p_code_hash bytea, p_machine text, p_public_key bytea, p_name text)
  returns table (organization_id uuid, profile_id uuid, code_id uuid, registered boolean)
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  v_code enrolment_codes%rowtype;
  v_home uuid;
begin
  select * into v_code from enrolment_codes c
    where c.code_hash = p_code_hash and c.expires_at > now() and c.uses_left > 0 for update;
  if not found then
    return;
  end if;
  select d.organization_id into v_home from machine_directory d where d.machine_id = p_machine;
  if v_home is not null and v_home <> v_code.organization_id then
    return query select v_code.organization_id, v_code.profile_id, v_code.code_id, false;
    return;
  end if;
  perform set_config('berth.organization_id', v_code.organization_id::text, true);
  if not register_machine(
    p_machine, p_public_key, null, p_name, v_code.deployment, v_code.profile_id, 'code …' || v_code.hint
  ) then
    return query select v_code.organization_id, v_code.profile_id, v_code.code_id, false;
    return;
  end if;
  if v_home is null then
    update enrolment_codes c set uses_left = c.uses_left - 1
      where c.organization_id = v_code.organization_id and c.code_id = v_code.code_id;
    update machines m set tags = v_code.tags
      where m.organization_id = v_code.organization_id and m.machine_id = p_machine;
  end if;
  return query select v_code.organization_id, v_code.profile_id, v_code.code_id, true;
end
$$;

revoke all on function enrol_machine(bytea, text, bytea, text) from public;
grant execute on function enrol_machine(bytea, text, bytea, text) to berth_system;
