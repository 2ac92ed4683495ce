-- Adding to the audit log, and reading it over all tenants.

create function refuse_audit_change() returns trigger language plpgsql as
$$
begin
  raise exception 'the audit log is only ever added to';
end
$$;

create trigger audit_entries_append_only before update or delete or truncate on audit_entries
  for each statement execute function refuse_audit_change();

-- Adds entries to a chain of the transaction's organization or user. The hash covers a JSON array of texts and nulls,
-- so that an export can be verified without this database.
create function append_audit(p_chain uuid, p_entries json) returns void
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  v_sequence bigint;
  v_previous bytea;
  v_hash bytea;
  v_time timestamptz;
  v_entry record;
begin
  if p_chain is distinct from berth_organization_id() and p_chain is distinct from berth_user_id()
    and not exists (select 1 from memberships where organization_id = p_chain and user_id = berth_user_id())
  then
    raise exception 'this audit log is not the transaction''s';
  end if;
  select sequence, hash into v_sequence, v_previous from audit_heads where chain_id = p_chain for update;
  if not found then
    insert into audit_heads (chain_id, sequence, hash) values (p_chain, 0, sha256(convert_to(p_chain::text, 'UTF8')))
      on conflict (chain_id) do nothing;
    select sequence, hash into v_sequence, v_previous from audit_heads where chain_id = p_chain for update;
  end if;
  for v_entry in
    select * from json_to_recordset(p_entries) as r (
      actor_kind text, actor_id text, actor text, action text, target_kind text, target_id text, address text,
      request_id text, before_json text, after_json text
    )
  loop
    v_sequence := v_sequence + 1;
    -- Read after locking the head, so that later entries have later times; truncated to milliseconds, as it is hashed.
    v_time := date_trunc('milliseconds', clock_timestamp());
    v_hash := sha256(v_previous || convert_to(json_build_array(
      p_chain::text, v_sequence::text, to_char(v_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      v_entry.actor_kind, v_entry.actor_id, v_entry.actor, v_entry.action, v_entry.target_kind, v_entry.target_id,
      v_entry.address, v_entry.request_id, v_entry.before_json, v_entry.after_json
    )::text, 'UTF8'));
    insert into audit_entries (
      chain_id, sequence, time, actor_kind, actor_id, actor, action, target_kind, target_id, address, request_id,
      before_json, after_json, previous_hash, hash
    ) values (
      p_chain, v_sequence, v_time, v_entry.actor_kind, v_entry.actor_id, v_entry.actor, v_entry.action,
      v_entry.target_kind, v_entry.target_id, v_entry.address, v_entry.request_id, v_entry.before_json,
      v_entry.after_json, v_previous, v_hash
    );
    v_previous := v_hash;
  end loop;
  update audit_heads set sequence = v_sequence, hash = v_previous where chain_id = p_chain;
end
$$;

-- The name of an entry's subject: the first of the given fields of a JSON object that is a non-empty text. Null for
-- text that PostgreSQL cannot represent, such as half a surrogate pair, so that lists do not fail.
create function audit_text(p_json text, variadic p_fields text[]) returns text language plpgsql immutable as
$$
declare
  v_field text;
begin
  if p_json is null or left(p_json, 1) <> '{' then
    return null;
  end if;
  foreach v_field in array p_fields loop
    if json_typeof(p_json::json -> v_field) = 'string' and p_json::json ->> v_field <> '' then
      return p_json::json ->> v_field;
    end if;
  end loop;
  return null;
exception when others then
  return null;
end
$$;

create function audit_chains() returns table (chain_id uuid)
  language sql stable security definer set search_path = public, pg_temp as
$$ select chain_id from audit_heads union select chain_id from audit_entries order by 1 $$;

-- The newest entries of organizations whose log was not published within the last day.
create function audit_heads_to_publish() returns table (chain_id uuid, sequence bigint, hash bytea)
  language sql stable security definer set search_path = public, pg_temp as
$$
  select h.chain_id, h.sequence, h.hash from audit_heads h
    join organizations o on o.organization_id = h.chain_id
    left join lateral (
      select e.sequence, e.time from audit_entries e
        where e.chain_id = h.chain_id and e.action = 'audit.published' order by e.sequence desc limit 1
    ) p on true
    where p.sequence is null or (p.time < now() - interval '1 day' and p.sequence < h.sequence)
$$;

-- The newest entries of users' own logs that were not published within the last day. A log is a user's own if that user
-- wrote in it: no table has the users of other identity providers.
create function audit_heads_of_people_to_publish() returns table (chain_id uuid, sequence bigint, hash bytea)
  language sql stable security definer set search_path = public, pg_temp as
$$
  select h.chain_id, h.sequence, h.hash from audit_heads h
    left join lateral (
      select e.sequence, e.time from audit_entries e
        where e.chain_id = h.chain_id and e.action = 'audit.published' order by e.sequence desc limit 1
    ) p on true
    where (p.sequence is null or (p.time < now() - interval '1 day' and p.sequence < h.sequence))
      and exists (select from audit_entries e where e.chain_id = h.chain_id and e.actor_id = h.chain_id::text)
$$;

revoke all on function append_audit(uuid, json), audit_chains(), audit_heads_to_publish(),
  audit_heads_of_people_to_publish() from public;
grant execute on function append_audit(uuid, json) to berth_app;
grant execute on function audit_chains(), audit_heads_to_publish(), audit_heads_of_people_to_publish() to berth_system;
