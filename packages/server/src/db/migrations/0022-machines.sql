-- Machines, what each last said of itself, and the directory that knows which tenant a machine belongs to.

create table machines (
  organization_id uuid not null references organizations on delete cascade,
  machine_id text not null check (machine_id ~ '^[0-9a-f]{32}$'),
  name text not null,
  deployment text not null,
  profile_id uuid,
  context jsonb not null default '{}',
  context_revision integer not null default 0 check (context_revision >= 0),
  registered_at timestamptz not null default now(),
  registered_by text not null,
  primary key (organization_id, machine_id),
  foreign key (organization_id, profile_id) references profiles
);
create index machines_profile on machines (organization_id, profile_id);
create index machines_name on machines (organization_id, name);

-- What a machine reports, apart from what people set: written often and in batches, so its rows stay narrow, and no
-- changing column is indexed, so that updates stay within their page.
create table machine_states (
  organization_id uuid not null,
  machine_id text not null,
  last_seen timestamptz,
  running_since timestamptz,
  status text not null default 'normal' check (status in ('normal', 'updating', 'reboot-needed')),
  applied_profile_id uuid,
  applied_revision integer,
  apply_error text,
  agent_version text,
  hardware jsonb,
  primary key (organization_id, machine_id),
  foreign key (organization_id, machine_id) references machines on delete cascade
) with (fillfactor = 70);

-- One row a machine over all tenants: a machine belongs to one organisation at a time. Only the public key is kept.
-- The application role reaches it through the functions below alone.
create table machine_directory (
  machine_id text primary key,
  organization_id uuid not null,
  public_key bytea not null,
  foreign key (organization_id, machine_id) references machines on delete cascade
);

alter table machines enable row level security;
create policy machines_read on machines for select using (organization_id = any (visible_organizations()));
create policy machines_change on machines for update using (organization_id = berth_organization_id());
create policy machines_remove on machines for delete using (organization_id = berth_organization_id());

alter table machine_states enable row level security;
create policy machine_states_read on machine_states for select using (organization_id = any (visible_organizations()));

alter table machine_directory enable row level security;

grant select, update, delete on machines to berth_app;
grant select on machine_states to berth_app;

-- Where a machine is registered, and the role of the transaction's person there: null for strangers.
create function machine_place(p_machine text) returns table (organization_id uuid, role text)
  language sql stable security definer set search_path = public, pg_temp as
$$
  select d.organization_id, m.role from machine_directory d
    left join memberships m on m.organization_id = d.organization_id and m.user_id = berth_user_id()
    where d.machine_id = p_machine
$$;

-- Where a machine belongs and what it shows, for a machine that has proven its key.
create function machine_home(p_machine text) returns table (organization_id uuid, profile_id uuid)
  language sql stable security definer set search_path = public, pg_temp as
$$
  select d.organization_id, m.profile_id from machine_directory d
    join machines m on m.organization_id = d.organization_id and m.machine_id = d.machine_id
    where d.machine_id = p_machine
$$;

-- Makes a machine one of the transaction's tenant. p_from is the tenant it is taken out of, where the caller has found
-- that the person may; the machine's rows there go. Without a name it keeps the one it has here, or is called by its short
-- id. False when the machine meanwhile belongs to yet another.
create function register_machine(
  p_machine text, p_public_key bytea, p_from uuid, p_name text, p_deployment text, p_profile uuid, p_by text
) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  v_home uuid;
begin
  if berth_organization_id() is null then
    raise exception 'a machine needs a tenant';
  end if;
  select organization_id into v_home from machine_directory where machine_id = p_machine for update;
  if v_home is not null and v_home <> berth_organization_id() then
    if p_from is distinct from v_home or not exists (
      select 1 from memberships where organization_id = v_home and user_id = berth_user_id()
    ) then
      return false;
    end if;
    delete from machines where organization_id = v_home and machine_id = p_machine;
  end if;
  insert into machines (organization_id, machine_id, name, deployment, profile_id, registered_by)
    values (
      berth_organization_id(), p_machine, coalesce(p_name, upper(left(p_machine, 6))), p_deployment, p_profile, p_by
    )
    on conflict (organization_id, machine_id) do update
      set name = coalesce(p_name, machines.name), deployment = excluded.deployment, profile_id = excluded.profile_id,
          registered_by = excluded.registered_by, registered_at = now();
  insert into machine_states (organization_id, machine_id) values (berth_organization_id(), p_machine)
    on conflict do nothing;
  insert into machine_directory (machine_id, organization_id, public_key)
    values (p_machine, berth_organization_id(), p_public_key)
    on conflict (machine_id) do nothing;
  -- Two tenants at the same moment: the directory's key lets one through.
  return exists (
    select 1 from machine_directory where machine_id = p_machine and organization_id = berth_organization_id()
  );
end
$$;

-- What machines of any tenant reported since the last batch, in one statement.
create function record_machine_states(p_states jsonb) returns void
  language sql security definer set search_path = public, pg_temp as
$$
  update machine_states s
    set last_seen = r.last_seen, running_since = r.running_since, status = r.status,
        applied_profile_id = r.applied_profile_id, applied_revision = r.applied_revision,
        apply_error = r.apply_error, agent_version = r.agent_version, hardware = coalesce(r.hardware, s.hardware)
    from jsonb_to_recordset(p_states) as r (
      organization_id uuid, machine_id text, last_seen timestamptz, running_since timestamptz, status text,
      applied_profile_id uuid, applied_revision integer, apply_error text, agent_version text, hardware jsonb
    )
    where s.organization_id = r.organization_id and s.machine_id = r.machine_id
$$;

revoke all on function machine_place(text), machine_home(text),
  register_machine(text, bytea, uuid, text, text, uuid, text), record_machine_states(jsonb) from public;
grant execute on function machine_place(text), register_machine(text, bytea, uuid, text, text, uuid, text) to berth_app;
grant execute on function machine_home(text), record_machine_states(jsonb) to berth_system;
