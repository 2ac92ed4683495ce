-- What operators were told about their installation, so that a restart does not tell them again.
create table operator_alerts (
  -- Each node has its own disk.
  node text not null,
  problem text not null,
  mailed_at timestamptz not null,
  primary key (node, problem)
);

-- Notes the problems that a node has now, and returns those to tell: new ones, and those told p_again ago.
create function note_operator_problems(p_node text, p_problems text[], p_now timestamptz, p_again interval)
  returns setof text
  language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  delete from operator_alerts a where a.node = p_node and a.problem <> all (p_problems);
  return query insert into operator_alerts as a (node, problem, mailed_at)
    select p_node, each, p_now from unnest(p_problems) each
    on conflict (node, problem) do update set mailed_at = p_now where a.mailed_at <= p_now - p_again
    returning a.problem;
end
$$;

-- When the first organization was created; null: none was.
create function first_organization_at() returns timestamptz
  language sql stable security definer set search_path = public, pg_temp as
$$ select min(created_at) from organizations $$;

revoke all on function note_operator_problems(text, text[], timestamptz, interval), first_organization_at() from public;
grant execute on function note_operator_problems(text, text[], timestamptz, interval), first_organization_at()
  to berth_system;
