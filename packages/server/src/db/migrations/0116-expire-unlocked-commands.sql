-- A command that another transaction is changing expires with the next call: waiting for it could be a deadlock.
create or replace function expire_commands(p_grace interval) returns table (organization_id uuid, machine_id text)
  language sql security definer set search_path = public, pg_temp as
$$
  update commands c set state = 'expired', finished_at = now()
    where (c.organization_id, c.command_id) in (
      select o.organization_id, o.command_id from commands o
        where o.state in ('queued', 'delivered')
          and o.expires_at < now() - case when o.accepted_at is null then interval '0' else p_grace end
        for update skip locked
    )
    returning c.organization_id, c.machine_id
$$;
