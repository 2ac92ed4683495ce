-- Machines whose identity two computers were seen to use at once: a disk was copied, key included. A row counts while
-- the last time is not long ago; whoever reads it asks for that.

create table machine_clones (
  organization_id uuid not null,
  machine_id text not null,
  since timestamptz not null,
  last_at timestamptz not null,
  -- Where the computers connected from, the newest last.
  addresses text[] not null,
  primary key (organization_id, machine_id),
  foreign key (organization_id, machine_id) references machines on delete cascade
);

alter table machine_clones enable row level security;
create policy machine_clones_read on machine_clones for select
  using (organization_id = any (visible_organizations()));
grant select on machine_clones to berth_app;

-- Two that are both switched on meet every few minutes: a day without that is over a night.
create function clone_gap() returns interval language sql immutable return interval '24 hours';

create function record_machine_clone(p_organization uuid, p_machine text, p_addresses text[]) returns void
  language sql security definer set search_path = public, pg_temp as
$$
  insert into machine_clones as c (organization_id, machine_id, since, last_at, addresses)
    select organization_id, machine_id, now(), now(), p_addresses from machines
      where organization_id = p_organization and machine_id = p_machine
    on conflict (organization_id, machine_id) do update
      set since = case when c.last_at > now() - clone_gap() then c.since else now() end,
          last_at = now(),
          addresses = case when c.last_at > now() - clone_gap() then (
            -- The eight that were seen last.
            select array_agg(newest.address order by newest.at) from (
              select address, max(at) as at
                from unnest(c.addresses || p_addresses) with ordinality as seen (address, at)
                group by address order by 2 desc limit 8
            ) newest
          ) else p_addresses end
$$;

create function forget_machine_clones() returns void
  language sql security definer set search_path = public, pg_temp as
$$
  delete from machine_clones where last_at < now() - clone_gap();
$$;

revoke all on function record_machine_clone(uuid, text, text[]), forget_machine_clones() from public;
grant execute on function record_machine_clone(uuid, text, text[]), forget_machine_clones() to berth_system;
