-- A machine that missed the reply repeats the call, also if it had the last use of its code: most codes have one.
create or replace function enrol_machine(
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
    where c.code_hash = p_code_hash and c.expires_at > now()
      and (c.uses_left > 0 or exists (
        select from machines m
          where m.organization_id = c.organization_id and m.machine_id = p_machine
            and m.registered_by = 'code …' || c.hint
      ))
    for update;
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
