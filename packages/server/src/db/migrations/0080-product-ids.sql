-- Product IDs: the licences of smart-series machines. The platform's administrator issues them; each is for one variant
-- and is bound to the first machine that proves its key with it. Tenants reach them through the functions below alone.

create table product_ids (
  product_id uuid primary key,
  -- SHA-256 of a random code: whoever reads the table cannot use one. Null for machines that were smart before there
  -- were product IDs.
  code_hash bytea unique,
  hint text not null,
  deployment text not null check (deployment not in ('vanilla', 'flex')),
  note text not null,
  created_at timestamptz not null default now(),
  created_by text not null,
  -- A machine's id is the hash of its public key, so this is the key. It stays when the machine leaves its organization.
  machine_id text check (machine_id ~ '^[0-9a-f]{32}$'),
  bound_at timestamptz,
  check ((machine_id is null) = (bound_at is null)),
  check (code_hash is not null or machine_id is not null)
);
create unique index product_ids_machine on product_ids (machine_id, deployment) where machine_id is not null;
create index product_ids_created on product_ids (created_at);

alter table product_ids enable row level security;
create policy product_ids_system on product_ids to berth_system using (true) with check (true);
grant select, insert on product_ids to berth_system;

-- Machines that are smart already keep what they have; the platform's administrator finds them by their note.
insert into product_ids (product_id, hint, deployment, note, created_by, machine_id, bound_at)
  select gen_random_uuid(), '', deployment, 'Registered before product IDs', 'migration', machine_id, now()
    from machines where deployment not in ('vanilla', 'flex');
-- A code registers many machines, a product ID is for one.
update enrolment_codes set deployment = 'vanilla' where deployment not in ('vanilla', 'flex');
alter table enrolment_codes add constraint enrolment_codes_deployment check (deployment in ('vanilla', 'flex'));

-- The variant that a machine becomes. With a product ID it is the one that this is for, and the product ID is bound to the
-- machine; p_wanted says nothing else, or is null. Without one, p_wanted; null is the variant of the machine's own
-- product ID, else vanilla. The caller has found that the machine holds its key.
create function claim_variant(p_machine text, p_wanted text, p_code_hash bytea)
  returns table (deployment text, refused text)
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  v_product product_ids%rowtype;
begin
  if p_code_hash is not null then
    select * into v_product from product_ids p where p.code_hash = p_code_hash for update;
    if not found or v_product.machine_id <> p_machine or v_product.deployment <> p_wanted then
      return query select null::text, 'invalid-product-id';
      return;
    end if;
    update product_ids p set machine_id = p_machine, bound_at = now()
      where p.product_id = v_product.product_id and p.machine_id is null
        -- Not used up on a machine that has one.
        and not exists (
          select 1 from product_ids o where o.machine_id = p_machine and o.deployment = v_product.deployment
        );
    return query select v_product.deployment, null::text;
    return;
  end if;
  if p_wanted is null then
    return query select coalesce(
      (select p.deployment from product_ids p where p.machine_id = p_machine order by p.bound_at desc limit 1), 'vanilla'
    ), null::text;
  elsif p_wanted in ('vanilla', 'flex')
    or exists (select 1 from product_ids p where p.machine_id = p_machine and p.deployment = p_wanted)
  then
    return query select p_wanted, null::text;
  else
    return query select null::text, 'product-id-required';
  end if;
end
$$;

-- No statement of anybody makes a machine smart without its product ID.
create function require_product_id() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if new.deployment not in ('vanilla', 'flex') and not exists (
    select 1 from product_ids where machine_id = new.machine_id and deployment = new.deployment
  ) then
    raise exception 'the machine % has no product ID for %', new.machine_id, new.deployment
      using errcode = 'check_violation';
  end if;
  return new;
end
$$;
create trigger machines_product_id before insert or update of deployment on machines
  for each row execute function require_product_id();

-- Makes a product ID worth nothing. The machine it is bound to becomes vanilla; its place is returned. No row for a
-- product ID that is unknown.
create function withdraw_product_id(p_product uuid)
  returns table (deployment text, machine_id text, organization_id uuid)
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  v_product product_ids%rowtype;
  v_home uuid;
begin
  delete from product_ids p where p.product_id = p_product returning * into v_product;
  if not found then
    return;
  end if;
  update machines m set deployment = 'vanilla'
    where m.machine_id = v_product.machine_id and m.deployment = v_product.deployment
    returning m.organization_id into v_home;
  return query select v_product.deployment, v_product.machine_id, v_home;
end
$$;

drop function enrol_machine(bytea, text, bytea, text);

-- Registers a machine that has proven its key, by a code. No row for a code that is unknown, used up or over; a row
-- without registration for a machine that belongs elsewhere, and one that says why where its product ID is refused. A
-- machine that is there already uses nothing up.
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

revoke all on function claim_variant(text, text, bytea), require_product_id(), withdraw_product_id(uuid),
  enrol_machine(bytea, text, bytea, text, bytea) from public;
grant execute on function claim_variant(text, text, bytea) to berth_app;
grant execute on function withdraw_product_id(uuid), enrol_machine(bytea, text, bytea, text, bytea) to berth_system;
