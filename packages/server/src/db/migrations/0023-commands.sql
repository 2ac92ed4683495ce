-- Commands for machines, with their author, expiry and result (contract rules/commands.ts).

create table commands (
  organization_id uuid not null,
  command_id uuid not null,
  machine_id text not null,
  type text not null,
  payload jsonb not null default '{}',
  state text not null default 'queued'
    check (state in ('queued', 'delivered', 'succeeded', 'failed', 'expired', 'cancelled')),
  author_id uuid not null,
  author text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  delivered_at timestamptz,
  -- The machine said that it is going to run it: from here on it is never sent again.
  accepted_at timestamptz,
  finished_at timestamptz,
  result text,
  primary key (organization_id, command_id),
  foreign key (organization_id, machine_id) references machines on delete cascade
);
create index commands_newest on commands (organization_id, machine_id, created_at desc);
create index commands_open on commands (expires_at) where state in ('queued', 'delivered');

alter table commands enable row level security;
create policy commands_read on commands for select using (organization_id = any (visible_organizations()));
create policy commands_add on commands for insert with check (organization_id = berth_organization_id());
create policy commands_change on commands for update using (organization_id = berth_organization_id());

grant select, insert, update on commands to berth_app;

-- Ends commands of every tenant whose time is over. One that a machine accepted may still be at work, and gets p_grace
-- on top before it is given up.
create function expire_commands(p_grace interval) returns table (organization_id uuid, machine_id text)
  language sql security definer set search_path = public, pg_temp as
$$
  update commands c set state = 'expired', finished_at = now()
    where c.state in ('queued', 'delivered')
      and c.expires_at < now() - case when c.accepted_at is null then interval '0' else p_grace end
    returning c.organization_id, c.machine_id
$$;
revoke all on function expire_commands(interval) from public;
grant execute on function expire_commands(interval) to berth_system;
