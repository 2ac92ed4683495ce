-- People whose own log's newest entry was published more than a day ago, or never, with that entry. A log is a person's
-- own if that person wrote in it: people of another identity provider are in no table of this one.
create function audit_heads_of_people_to_publish() returns table (chain_id uuid, sequence bigint, hash bytea)
  language sql stable security definer set search_path = public, pg_temp as
$$
  select h.chain_id, h.sequence, h.hash from audit_heads h
    left join lateral (
      select e.sequence, e.time from audit_entries e
        where e.chain_id = h.chain_id and e.action = 'audit.published' order by e.sequence desc limit 1
    ) p on true
    where (p.sequence is null or (p.time < now() - interval '1 day' and p.sequence < h.sequence))
      and exists (select from audit_entries e where e.chain_id = h.chain_id and e.actor_id = h.chain_id::text)
$$;

revoke all on function audit_heads_of_people_to_publish() from public;
grant execute on function audit_heads_of_people_to_publish() to berth_system;
