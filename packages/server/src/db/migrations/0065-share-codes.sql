-- One-time codes that lead to a peer of a machine. Whoever uses one is known to nobody, so there is no tenant yet.

create table share_codes (
  organization_id uuid not null,
  code_hash bytea not null,
  machine_id text not null,
  -- contract api/signalling.ts
  peer_id text not null,
  expires_at timestamptz not null,
  primary key (organization_id, code_hash),
  foreign key (organization_id, machine_id) references machines on delete cascade
);
create unique index share_codes_hash on share_codes (code_hash);
create index share_codes_expires on share_codes (expires_at);

alter table share_codes enable row level security;

-- 'published', or why not: 'unknown' machine, or a code that is 'taken'.
create function publish_share_code(p_hash bytea, p_machine text, p_peer text, p_valid interval) returns text
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  v_home uuid;
begin
  select organization_id into v_home from machine_directory where machine_id = p_machine;
  if v_home is null then
    return 'unknown';
  end if;
  delete from share_codes where expires_at <= now();
  insert into share_codes (organization_id, code_hash, machine_id, peer_id, expires_at)
    values (v_home, p_hash, p_machine, p_peer, now() + p_valid)
    on conflict (code_hash) do nothing;
  return case when found then 'published' else 'taken' end;
end
$$;

-- Where a code leads, once.
create function use_share_code(p_hash bytea) returns table (machine_id text, machine_name text, peer_id text)
  language sql security definer set search_path = public, pg_temp as
$$
  with used as (delete from share_codes where code_hash = p_hash returning *)
  select u.machine_id, m.name, u.peer_id from used u
    join machines m on m.organization_id = u.organization_id and m.machine_id = u.machine_id
    where u.expires_at > now()
$$;

revoke all on function publish_share_code(bytea, text, text, interval), use_share_code(bytea) from public;
grant execute on function publish_share_code(bytea, text, text, interval), use_share_code(bytea) to berth_system;
