-- How other programs work with an organization: API keys for calling it, and webhooks that it calls.

-- Keys are 256 random bits, so a plain hash is safe.
create table api_keys (
  organization_id uuid not null references organizations on delete cascade,
  key_id uuid not null,
  key_hash bytea not null,
  hint text not null,
  name text not null,
  scopes text[] not null,
  -- The user for whom the key acts, with their permissions in this organization, limited to its scopes.
  user_id uuid not null,
  created_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  primary key (organization_id, key_id)
);
-- Callers send a key without an organization.
create unique index api_keys_hash on api_keys (key_hash);

create table webhooks (
  organization_id uuid not null references organizations on delete cascade,
  webhook_id uuid not null,
  url text not null,
  -- contract rules/webhooks.ts
  events text[] not null,
  -- Sealed with the server's key: the server needs it for signing.
  secret text not null,
  enabled boolean not null default true,
  created_by text not null,
  created_at timestamptz not null,
  primary key (organization_id, webhook_id)
);

-- Deliveries to webhooks. An event is an entry of the audit log, queued in the transaction that writes the entry: none
-- is lost, and none reports what did not happen.
create table webhook_deliveries (
  organization_id uuid not null,
  delivery_id uuid not null,
  webhook_id uuid not null,
  event text not null,
  -- As signed and sent with every attempt.
  body text not null,
  state text not null default 'queued' check (state in ('queued', 'delivered', 'failed')),
  attempts integer not null default 0,
  created_at timestamptz not null default now(),
  last_attempt_at timestamptz,
  -- During an attempt: when the delivery is due again if its node does not report a result.
  next_attempt_at timestamptz,
  response_status integer,
  -- The network's message for a failed attempt.
  error text,
  -- The cause of the failure, which the console shows in the user's language.
  failure text check (failure in (
    'status', 'redirect', 'refused', 'unreachable', 'unknown-name', 'timed-out', 'certificate', 'insecure', 'not-public',
    'broken-off', 'other'
  )),
  primary key (organization_id, delivery_id),
  foreign key (organization_id, webhook_id) references webhooks on delete cascade,
  check ((state = 'queued') = (next_attempt_at is not null))
);
create index webhook_deliveries_due on webhook_deliveries (next_attempt_at) where state = 'queued';
create index webhook_deliveries_newest on webhook_deliveries (organization_id, webhook_id, created_at desc);
create index webhook_deliveries_age on webhook_deliveries (created_at);
