-- The recovery key of a machine's encrypted disk: the newest that it handed over. It goes with the machine, also when the
-- machine moves to another organization, to which it hands the key over again.
create table machine_recovery_keys (
  organization_id uuid not null,
  machine_id text not null,
  -- Encrypted for this organization and machine (platform/seal.ts).
  sealed_key text not null,
  received_at timestamptz not null default now(),
  primary key (organization_id, machine_id),
  foreign key (organization_id, machine_id) references machines on delete cascade
);

alter table machine_recovery_keys enable row level security;
-- Limited to the transaction's own organization, unlike other facts about machines: no list of several ones needs it.
create policy machine_recovery_keys_own on machine_recovery_keys using (organization_id = berth_organization_id());
grant select, insert, update on machine_recovery_keys to berth_app;
