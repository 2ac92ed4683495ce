-- What a machine can be found by: name, tags, addresses, model, serial number, and the logged-in user.

-- The machine's main address: the first IPv4 address of its interfaces, otherwise the first address.
create function machine_address(p_hardware jsonb) returns text language sql immutable parallel safe as
$$
  select address
    from jsonb_array_elements(p_hardware -> 'interfaces') with ordinality as i (interface, place),
      jsonb_array_elements_text(i.interface -> 'addresses') with ordinality as a (address, rank)
    order by address like '%:%', place, rank limit 1
$$;

-- All values that a search compares, as one text. The name comes first.
create function machine_lookup(p_name text, p_tags text[], p_hardware jsonb, p_logged_in text) returns text
  language sql immutable parallel safe as
$$
  select lower(concat_ws(E'\n', p_name, array_to_string(p_tags, E'\n'), p_hardware ->> 'model', p_hardware ->> 'serial', (
    select string_agg(concat_ws(E'\n', interface ->> 'mac', (
        select string_agg(address, E'\n') from jsonb_array_elements_text(interface -> 'addresses') as address
      )), E'\n')
      from jsonb_array_elements(p_hardware -> 'interfaces') as interface
  ), p_logged_in))
$$;

revoke all on function machine_address(jsonb), machine_lookup(text, text[], jsonb, text) from public;
grant execute on function machine_address(jsonb), machine_lookup(text, text[], jsonb, text) to berth_app, berth_system;
