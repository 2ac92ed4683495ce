-- Heads of an audit log that a machine kept and that were not in the log when it showed them: the log was cut or written
-- anew past Berth. The first one of each machine; whether it is in the log is asked again at each verification.
create table audit_disputes (
  chain_id uuid not null,
  machine_id text not null,
  sequence bigint not null check (sequence > 0),
  hash bytea not null,
  seen_at timestamptz not null default now(),
  primary key (chain_id, machine_id)
);
alter table audit_disputes enable row level security;
create policy audit_disputes_read on audit_disputes for select using (chain_id = any (visible_organizations()));
create policy audit_disputes_add on audit_disputes for insert with check (chain_id = any (visible_organizations()));
grant select, insert on audit_disputes to berth_app;

-- Organizations whose newest entry was published more than a day ago, or never, with that entry.
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
revoke all on function audit_heads_to_publish() from public;
grant execute on function audit_heads_to_publish() to berth_system;
