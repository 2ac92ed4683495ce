-- Who did what. A chain belongs to an organisation, or to a person for what they do with their own account. Each entry
-- carries the hash of the one before it, so that none can be changed, left out or slipped in unnoticed; the application
-- can add and read, and nobody can change: not even the owner, before a person switches the trigger off.

create table audit_entries (
  -- An organisation's or a person's id. No foreign key: what was done outlives what it was done to.
  chain_id uuid not null,
  sequence bigint not null check (sequence > 0),
  time timestamptz not null,
  actor_kind text not null check (actor_kind in ('person', 'api-key', 'machine', 'system')),
  actor_id text,
  actor text not null,
  -- The endpoint's id, or what a job calls its work.
  action text not null,
  target_kind text,
  target_id text,
  address text,
  request_id text,
  -- JSON as it was hashed: as text, because jsonb would write it in another way.
  before_json text,
  after_json text,
  previous_hash bytea not null,
  hash bytea not null,
  primary key (chain_id, sequence)
);
create index audit_entries_target on audit_entries (chain_id, target_id, sequence);

-- The newest entry of each chain. Its row is what writers wait for, so that a chain never forks.
create table audit_heads (
  chain_id uuid primary key,
  sequence bigint not null,
  hash bytea not null
);

alter table audit_heads enable row level security;
alter table audit_entries enable row level security;
create policy audit_entries_read on audit_entries for select
  using (chain_id = any (visible_organizations()) or chain_id = berth_user_id());
create policy audit_heads_read on audit_heads for select
  using (chain_id = any (visible_organizations()) or chain_id = berth_user_id());
grant select on audit_entries, audit_heads to berth_app;

create function refuse_audit_change() returns trigger language plpgsql as
$$
begin
  raise exception 'the audit log is only ever added to';
end
$$;
create trigger audit_entries_append_only before update or delete or truncate on audit_entries
  for each statement execute function refuse_audit_change();

-- Adds entries to a chain of the transaction's organisation or person. What is hashed is a JSON array of texts and
-- nulls, so that anybody can check an export without this database (docs/decisions).
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
    -- Read after the head is locked, and to the millisecond, as it is hashed: later entries have later times.
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
revoke all on function append_audit(uuid, json) from public;
grant execute on function append_audit(uuid, json) to berth_app;
