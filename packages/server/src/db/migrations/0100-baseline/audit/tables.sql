-- Who did what. A chain belongs to an organization, or to a person for what they do with their own account. Each entry
-- carries the hash of the one before it, so that none can be changed, left out or slipped in unnoticed; the application
-- can add and read, and nobody can change: not even the owner, before a person switches the trigger off
-- (docs/decisions/2026-11-21-audit-log.md).

create table audit_entries (
  -- An organization's or a person's id. No foreign key: what was done outlives what it was done to.
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
