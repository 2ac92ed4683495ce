-- How a machine joins an organization.

-- Adds a machine to the transaction's tenant. p_from is its previous tenant, if the caller has verified that the user
-- may move it; its rows there are deleted. Without p_name, the machine keeps its name in this tenant, or is named by
-- its short ID. Returns false if the machine has meanwhile joined another tenant.
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
  -- If two tenants register the machine at the same time, the key of the directory admits one.
  return exists (
    select 1 from machine_directory where machine_id = p_machine and organization_id = berth_organization_id()
  );
end
$$;

-- Registers a machine that has proven its key, by enrollment code. Returns no row for a code that is unknown, used up,
-- or expired; a row with registered = false for a machine of another organization, or if the product ID is refused,
-- with the reason. A machine that is already registered does not use up the code.
create function enrol_machine(
  p_code_hash bytea, p_machine text, p_public_key bytea, p_name text, p_product_hash bytea
) returns table (organization_id uuid, profile_id uuid, code_id uuid, registered boolean, refused text)
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  v_code enrolment_codes%rowtype;
  v_home uuid;
  v_variant record;
begin
  select * into v_code from enrolment_codes c
    where c.code_hash = p_code_hash and c.expires_at > now() and c.uses_left > 0 for update;
  if not found then
    return;
  end if;
  select d.organization_id into v_home from machine_directory d where d.machine_id = p_machine;
  if v_home is not null and v_home <> v_code.organization_id then
    return query select v_code.organization_id, v_code.profile_id, v_code.code_id, false, null::text;
    return;
  end if;
  select v.* into v_variant from claim_variant(p_machine, null, p_product_hash) v;
  if v_variant.refused is not null then
    return query select v_code.organization_id, v_code.profile_id, v_code.code_id, false, v_variant.refused;
    return;
  end if;
  perform set_config('berth.organization_id', v_code.organization_id::text, true);
  if not register_machine(
    p_machine, p_public_key, null, p_name,
    case v_variant.deployment when 'vanilla' then v_code.deployment else v_variant.deployment end,
    v_code.profile_id, 'code …' || v_code.hint
  ) then
    return query select v_code.organization_id, v_code.profile_id, v_code.code_id, false, null::text;
    return;
  end if;
  if v_home is null then
    update enrolment_codes c set uses_left = c.uses_left - 1
      where c.organization_id = v_code.organization_id and c.code_id = v_code.code_id;
    update machines m set tags = v_code.tags
      where m.organization_id = v_code.organization_id and m.machine_id = p_machine;
  end if;
  return query select v_code.organization_id, v_code.profile_id, v_code.code_id, true, null::text;
end
$$;

revoke all on function register_machine(text, bytea, uuid, text, text, uuid, text),
  enrol_machine(bytea, text, bytea, text, bytea) from public;
grant execute on function register_machine(text, bytea, uuid, text, text, uuid, text) to berth_app;
grant execute on function enrol_machine(bytea, text, bytea, text, bytea) to berth_system;
