-- What machines tell of themselves: at most 30 days, the last 15 entries are shown (spec chapter 9).

create table machine_logs (
  organization_id uuid not null,
  machine_id text not null,
  -- Given by the machine: an entry that is sent twice is kept once.
  entry_id text not null,
  time timestamptz not null,
  type text not null,
  message text not null,
  primary key (organization_id, machine_id, entry_id),
  foreign key (organization_id, machine_id) references machines on delete cascade
);
create index machine_logs_newest on machine_logs (organization_id, machine_id, time desc);
create index machine_logs_age on machine_logs (time);

alter table machine_logs enable row level security;
create policy machine_logs_read on machine_logs for select using (organization_id = any (visible_organizations()));
create policy machine_logs_add on machine_logs for insert with check (organization_id = berth_organization_id());

grant select, insert on machine_logs to berth_app;

create function forget_machine_logs(p_age interval) returns void
  language sql security definer set search_path = public, pg_temp as
$$ delete from machine_logs where time < now() - p_age $$;
revoke all on function forget_machine_logs(interval) from public;
grant execute on function forget_machine_logs(interval) to berth_system;
