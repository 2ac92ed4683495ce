-- What every area stands on: what a transaction may see, and the order of names.

-- The scope is set per transaction (db/transaction.ts) and read by every policy through these. Unset or empty is null,
-- and null matches no row: a transaction without a scope sees nothing.
create function berth_organization_id() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('berth.organization_id', true), '')::uuid;

create function berth_user_id() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('berth.user_id', true), '')::uuid;

-- What a transaction may read: its tenant; without a tenant, the organizations of its person. As an array, so that
-- "= any" stays a condition of an index. Policies of large tables call it in a sub-select, so that it runs once for a
-- statement: as a plain call it ran for each row that a join looked up
-- (docs/decisions/2026-11-21-machines-in-any-order.md).
create function visible_organizations() returns uuid[]
  language plpgsql stable parallel safe security definer set search_path = public, pg_temp as
$$
begin
  if berth_organization_id() is not null then
    return array[berth_organization_id()];
  end if;
  return coalesce(
    (select array_agg(organization_id) from memberships where user_id = berth_user_id()),
    array[]::uuid[]
  );
end
$$;

revoke all on function visible_organizations() from public;
grant execute on function visible_organizations() to berth_app;

-- Names in the order that people expect: "Desk 2", "Desk 6", "Desk 10", and "ante" before "Zenith"
-- (docs/decisions/2026-11-22-names-in-natural-order.md). Equal only where every letter is: nothing but the order changes.
create collation natural_order (provider = icu, locale = 'und-u-kn-true', deterministic = true);

-- What a machine's name is ordered by. One that was never named is called by its id, which is hexadecimal: in natural
-- order "9abcde" would stand before "10abcd" for its number. A last word that is an id or a short id gets other signs for
-- its digits: these stand in the order of digits, before letters, and are no numbers. contract/rules/ordered-name does
-- the same.
create function name_for_order(p_name text) returns text language sql immutable parallel safe as
$$
  select case when p_name ~ '(^|[ _./#:-])([0-9A-F]{6}|[0-9a-f]{6}|[0-9a-f]{32})$'
    then regexp_replace(p_name, '([0-9A-F]{6}|[0-9a-f]{6}|[0-9a-f]{32})$', '')
      || translate(substring(p_name from '([0-9A-F]{6}|[0-9a-f]{6}|[0-9a-f]{32})$'), '0123456789', '&#%^+<=>|~')
    else p_name
  end
$$;
