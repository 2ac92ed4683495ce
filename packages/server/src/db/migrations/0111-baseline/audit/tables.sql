-- The audit log. A chain belongs to an organization, or to a user for actions on their own account. Each entry contains
-- the hash of the previous one, so that changed, missing, or inserted entries are detected. The application can add and
-- read entries. Nobody can change them, not even the owner of the tables without disabling the trigger
-- (docs/decisions/2026-11-21-audit-log.md).

create table audit_entries (
  -- The ID of an organization or user. No foreign key: entries remain when it is deleted.
  chain_id uuid not null,
  sequence bigint not null check (sequence > 0),
  time timestamptz not null,
  actor_kind text not null check (actor_kind in ('person', 'api-key', 'machine', 'system')),
  actor_id text,
  actor text not null,
  -- The ID of the endpoint, or a job's name for its work.
  action text not null,
  target_kind text,
  target_id text,
  address text,
  request_id text,
  -- The JSON text that was hashed; jsonb would format it differently.
  before_json text,
  after_json text,
  previous_hash bytea not null,
  hash bytea not null,
  primary key (chain_id, sequence)
);
create index audit_entries_target on audit_entries (chain_id, target_id, sequence);

-- The newest entry of each chain. Writers lock its row, so that chains do not fork.
create table audit_heads (
  chain_id uuid primary key,
  sequence bigint not null,
  hash bytea not null
);

-- Heads that a machine had kept and that were missing in the log when it reported them: the log was truncated or
-- rewritten outside of Berth. The first one per machine. Each verification checks again whether it is in the log.
create table audit_disputes (
  chain_id uuid not null,
  machine_id text not null,
  sequence bigint not null check (sequence > 0),
  hash bytea not null,
  seen_at timestamptz not null default now(),
  primary key (chain_id, machine_id)
);
