-- Which variant a machine may have (docs/decisions/2026-11-22-product-ids.md).

-- Decides the variant of a machine whose key the caller has verified. With a product ID: its variant, which p_wanted
-- must match or be null; binds the product ID to the machine. Without one: p_wanted or, if that is null, the variant of
-- the machine's product ID, otherwise vanilla.
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
        -- Not consumed if the machine already has one.
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

-- Ensures for every statement that a smart machine has a product ID.
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

-- Deletes a product ID. Its machine becomes vanilla; returns the machine and its organization. No row for an unknown
-- product ID.
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

revoke all on function claim_variant(text, text, bytea), require_product_id(), withdraw_product_id(uuid) from public;
grant execute on function claim_variant(text, text, bytea) to berth_app;
grant execute on function withdraw_product_id(uuid) to berth_system;
