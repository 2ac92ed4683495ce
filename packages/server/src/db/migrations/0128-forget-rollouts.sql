-- Rollouts that ended are deleted after a time (contract limits): each keeps a row for every machine. The audit log keeps
-- who rolled out what.

-- Deletes one such rollout of any tenant; returns whether there was one. One at a time: it may have 20,000 machines.
create function forget_rollout(p_age interval) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  delete from profile_rollouts where (organization_id, rollout_id) = (
    select organization_id, rollout_id from profile_rollouts
      where finished_at < now() - p_age
      limit 1 for update skip locked
  );
  return found;
end
$$;
revoke all on function forget_rollout(interval) from public;
grant execute on function forget_rollout(interval) to berth_system;
