-- Files that machines send when they are asked to; their content is in the file store.

create table debug_files (
  organization_id uuid not null,
  file_id uuid not null,
  machine_id text not null,
  name text not null,
  bytes bigint not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, file_id),
  foreign key (organization_id, machine_id) references machines on delete cascade
);
create index debug_files_newest on debug_files (organization_id, machine_id, created_at desc);

alter table debug_files enable row level security;
create policy debug_files_read on debug_files for select using (organization_id = berth_organization_id());
create policy debug_files_add on debug_files for insert with check (organization_id = berth_organization_id());
create policy debug_files_remove on debug_files for delete using (organization_id = berth_organization_id());
grant select, insert, delete on debug_files to berth_app;

create function forget_debug_files(p_age interval) returns void
  language sql security definer set search_path = public, pg_temp as
$$ delete from debug_files where created_at < now() - p_age $$;
revoke all on function forget_debug_files(interval) from public;
grant execute on function forget_debug_files(interval) to berth_system;
