-- What every area uses: the scope of a transaction, and the order of names.

-- db/transaction.ts sets the scope for each transaction; every policy reads it with these functions. Unset or empty is
-- null, and null matches no row: a transaction without a scope sees nothing.
create function berth_organization_id() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('berth.organization_id', true), '')::uuid;

create function berth_user_id() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('berth.user_id', true), '')::uuid;

-- The organizations that a transaction may read: its tenant or, without a tenant, all organizations of its user. An
-- array, so that "= any" remains an index condition. Policies of large tables call the function in a subselect, which
-- runs once per statement: a plain call would run for each row that a join looks up
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

-- Sorts names as people expect: "Desk 2", "Desk 6", "Desk 10", and "ante" before "Zenith"
-- (docs/decisions/2026-11-22-names-in-natural-order.md). Deterministic: different names never compare as equal.
create collation natural_order (provider = icu, locale = 'und-u-kn-true', deterministic = true);

-- The text by which a machine's name is sorted. The default name is the machine's ID, which is hexadecimal: natural
-- order would sort "9abcde" before "10abcd" because 9 is less than 10. So the digits of an ID or short ID at the end of
-- a name are replaced by characters that sort in the same order, before letters, without being numbers.
-- contract/rules/ordered-name does the same.
create function name_for_order(p_name text) returns text language sql immutable parallel safe as
$$
  select case when p_name ~ '(^|[ _./#:-])([0-9A-F]{6}|[0-9a-f]{6}|[0-9a-f]{32})$'
    then regexp_replace(p_name, '([0-9A-F]{6}|[0-9a-f]{6}|[0-9a-f]{32})$', '')
      || translate(substring(p_name from '([0-9A-F]{6}|[0-9a-f]{6}|[0-9a-f]{32})$'), '0123456789', '&#%^+<=>|~')
    else p_name
  end
$$;
