-- Keys that programs call with. A key is 256 random bits, so a plain hash keeps it safe at rest.

create table api_keys (
  organization_id uuid not null references organizations on delete cascade,
  key_id uuid not null,
  key_hash bytea not null,
  hint text not null,
  name text not null,
  scopes text[] not null,
  -- In whose name it works: it can do what they may in this organisation, within its scopes.
  user_id uuid not null,
  created_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  primary key (organization_id, key_id)
);
-- A caller shows a key and not whose it is.
create unique index api_keys_hash on api_keys (key_hash);

alter table api_keys enable row level security;
create policy api_keys_read on api_keys for select using (organization_id = berth_organization_id());
create policy api_keys_add on api_keys for insert with check (organization_id = berth_organization_id());
create policy api_keys_remove on api_keys for delete using (organization_id = berth_organization_id());
grant select, insert, delete on api_keys to berth_app;

-- The key of a hash that has not expired, and the moment of its use, to the minute: most uses write nothing.
create function use_api_key(p_hash bytea, p_now timestamptz)
  returns table (organization_id uuid, key_id uuid, name text, scopes text[], user_id uuid, created_by text)
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  v_key api_keys%rowtype;
begin
  select * into v_key from api_keys k where k.key_hash = p_hash and (k.expires_at is null or k.expires_at > p_now);
  if not found then
    return;
  end if;
  if v_key.last_used_at is null or v_key.last_used_at < p_now - interval '1 minute' then
    update api_keys k set last_used_at = p_now
      where k.organization_id = v_key.organization_id and k.key_id = v_key.key_id;
  end if;
  return query select v_key.organization_id, v_key.key_id, v_key.name, v_key.scopes, v_key.user_id, v_key.created_by;
end
$$;
revoke all on function use_api_key(bytea, timestamptz) from public;
grant execute on function use_api_key(bytea, timestamptz) to berth_system;
