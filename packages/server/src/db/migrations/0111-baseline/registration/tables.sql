-- Codes for registering machines: enrollment codes and product IDs.

create table enrolment_codes (
  organization_id uuid not null references organizations on delete cascade,
  code_id uuid not null,
  -- SHA-256 of a random code: whoever reads the table cannot register machines with it.
  code_hash bytea not null,
  hint text not null,
  profile_id uuid not null,
  -- A code registers many machines. Smart variants need a product ID, which is for one machine.
  deployment text not null,
  tags text[] not null default '{}',
  uses_left integer not null check (uses_left >= 0),
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  created_by text not null,
  primary key (organization_id, code_id),
  foreign key (organization_id, profile_id) references profiles on delete cascade,
  constraint enrolment_codes_deployment check (deployment in ('vanilla', 'flex'))
);
-- A machine sends the code without an organization.
create unique index enrolment_codes_hash on enrolment_codes (code_hash);

-- Licenses of smart-series machines, issued by the platform administrator. Each is for one variant and is bound to the
-- first machine that proves its key with it. Tenants access them only through functions
-- (docs/decisions/2026-11-22-product-ids.md).
create table product_ids (
  product_id uuid primary key,
  -- SHA-256 of a random code: whoever reads the table cannot use it. Null for machines that were smart before product
  -- IDs existed.
  code_hash bytea unique,
  hint text not null,
  deployment text not null check (deployment not in ('vanilla', 'flex')),
  note text not null,
  created_at timestamptz not null default now(),
  created_by text not null,
  -- Also identifies the machine's key, because a machine's ID is the hash of its public key. Stays when the machine
  -- leaves its organization.
  machine_id text check (machine_id ~ '^[0-9a-f]{32}$'),
  bound_at timestamptz,
  check ((machine_id is null) = (bound_at is null)),
  check (code_hash is not null or machine_id is not null)
);
create unique index product_ids_machine on product_ids (machine_id, deployment) where machine_id is not null;
create index product_ids_created on product_ids (created_at);
