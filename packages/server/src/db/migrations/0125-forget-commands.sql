-- Commands that ended, and the runs of schedules, are deleted after a time (contract limits): a fleet of 20,000 with a
-- nightly command would add seven million rows a year. The audit log keeps who sent what.

-- Rows are added in this order, so a summary of each stretch of the table is enough.
create index commands_age on commands using brin (created_at);

-- Deletes up to p_most commands that ended, over all tenants, and returns their number. Waits for no lock: whoever changes
-- several commands locks them by ID.
create function forget_commands(p_age interval, p_most integer) returns integer
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  v_count integer;
begin
  with old as (
    select organization_id, command_id from commands
      where created_at < now() - p_age and state not in ('queued', 'delivered')
      limit p_most for update skip locked
  )
  delete from commands c using old
    where c.organization_id = old.organization_id and c.command_id = old.command_id;
  get diagnostics v_count = row_count;
  delete from command_batches b
    where b.created_at < now() - p_age and not exists (
      select from commands c where c.organization_id = b.organization_id and c.batch_id = b.batch_id
    );
  return v_count;
end
$$;

-- Deletes the runs that opened long ago, before their commands.
create function forget_schedule_runs(p_age interval) returns void
  language sql security definer set search_path = public, pg_temp as
$$
  delete from schedule_runs where opened_at < now() - p_age and closed_at is not null
$$;

revoke all on function forget_commands(interval, integer), forget_schedule_runs(interval) from public;
grant execute on function forget_commands(interval, integer), forget_schedule_runs(interval) to berth_system;
