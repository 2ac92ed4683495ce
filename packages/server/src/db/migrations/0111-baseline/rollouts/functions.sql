-- How rollouts hold machines, and how servers claim them.

-- A machine that gets a profile during its rollout keeps the previous revision until the rollout ends.
create function hold_machine() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if tg_op = 'UPDATE' and new.profile_id is not distinct from old.profile_id then
    return new;
  end if;
  new.held_revision := (
    select r.from_revision from profile_rollouts r
      where r.organization_id = new.organization_id and r.profile_id = new.profile_id
        and r.state in ('running', 'paused')
  );
  return new;
end
$$;

create trigger machines_hold before insert or update of profile_id on machines
  for each row execute function hold_machine();

-- Claims rollouts in progress for p_lease, in which the caller takes their next step.
create function claim_rollouts(p_now timestamptz, p_lease interval, p_limit integer)
  returns table (organization_id uuid, rollout_id uuid)
  language sql security definer set search_path = public, pg_temp as
$$
  update profile_rollouts r set leased_until = p_now + p_lease
    where (r.organization_id, r.rollout_id) in (
      select q.organization_id, q.rollout_id from profile_rollouts q
        where q.state = 'running' and (q.leased_until is null or q.leased_until <= p_now)
        order by q.leased_until nulls first limit p_limit for update skip locked
    )
    returning r.organization_id, r.rollout_id
$$;

revoke all on function claim_rollouts(timestamptz, interval, integer), hold_machine() from public;
grant execute on function claim_rollouts(timestamptz, interval, integer) to berth_system;
