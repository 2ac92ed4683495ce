-- A duplicate machine ID is reported again although no address was known either time, as over a local socket.
create or replace function record_machine_clone(p_organization uuid, p_machine text, p_addresses text[]) returns void
  language sql security definer set search_path = public, pg_temp as
$$
  insert into machine_clones as c (organization_id, machine_id, since, last_at, addresses)
    select organization_id, machine_id, now(), now(), p_addresses from machines
      where organization_id = p_organization and machine_id = p_machine
    on conflict (organization_id, machine_id) do update
      set since = case when c.last_at > now() - clone_gap() then c.since else now() end,
          last_at = now(),
          addresses = case when c.last_at > now() - clone_gap() then array(
            -- The eight newest addresses.
            select newest.address from (
              select address, max(at) as at
                from unnest(c.addresses || p_addresses) with ordinality as seen (address, at)
                group by address order by 2 desc limit 8
            ) newest order by newest.at
          ) else p_addresses end
$$;

-- Replaced by the function that also takes the released layers.
drop function layers_of_machine(uuid, text, text[]);
