-- What a machine shows is its profile's revision and the layers that apply: a machine reports both.

alter table machine_states add column applied_digest text;
-- Where the last layer was deleted, machines that still show one are found here.
create index machine_states_layered on machine_states (organization_id, machine_id) where applied_digest is not null;

-- Lists span the organizations of a person, and say of each machine whether it shows its layers.
drop policy layers_read on layers;
create policy layers_read on layers for select
  using (organization_id = any ((select visible_organizations())::uuid[]));

-- Names a combination of layers, as layers_of_machine lists them; null without layers (features/profiles/layers/load.ts).
create function layers_digest(p_layers text[]) returns text
  language sql immutable parallel safe as
$$
  select case when cardinality(p_layers) > 0
    then left(encode(sha256(convert_to(array_to_string(p_layers, ','), 'UTF8')), 'hex'), 32) end
$$;

revoke all on function layers_digest(text[]) from public;
grant execute on function layers_digest(text[]) to berth_app;

create or replace function record_machine_states(p_states jsonb) returns void
  language sql security definer set search_path = public, pg_temp as
$$
  with reported as (
    select * from jsonb_to_recordset(p_states) as r (
      organization_id uuid, machine_id text, online boolean, last_seen timestamptz, running_since timestamptz,
      status text, applied_profile_id uuid, applied_revision integer, applied_digest text, apply_error text,
      agent_version text, hardware jsonb, time_zone text, refused_certificates jsonb, logged_in text
    )
    -- A node that a machine has left may write its last state later than the next node writes its first: what was seen
    -- later stays, unless a clock that was wrong put it into the future.
    where not exists (
      select 1 from machine_states s
        where s.organization_id = r.organization_id and s.machine_id = r.machine_id and s.last_seen > r.last_seen
          and s.last_seen <= now() + interval '1 minute'
    )
  ),
  -- Every part sees the states as they were before.
  change as (
    select r.organization_id, r.machine_id, r.last_seen, s.last_seen as before, r.online,
        s.online and s.last_seen < r.last_seen - presence_gap() as lost, s.online as was_online
      from reported r
      join machine_states s on s.organization_id = r.organization_id and s.machine_id = r.machine_id
  ),
  ended as (
    update machine_presence p set until = greatest(p.since, case when c.lost then c.before else c.last_seen end)
      from change c
      where p.organization_id = c.organization_id and p.machine_id = c.machine_id and p.until is null
        and (c.lost or not c.online)
  ),
  begun as (
    insert into machine_presence (organization_id, machine_id, since)
      select organization_id, machine_id, last_seen from change where online and (lost or not was_online)
      on conflict do nothing
  )
  update machine_states s
    set online = r.online, last_seen = r.last_seen, running_since = r.running_since, status = r.status,
        applied_profile_id = r.applied_profile_id, applied_revision = r.applied_revision,
        applied_digest = r.applied_digest,
        apply_error = r.apply_error, agent_version = r.agent_version, hardware = coalesce(r.hardware, s.hardware),
        time_zone = coalesce(r.time_zone, s.time_zone), refused_certificates = r.refused_certificates,
        -- Nobody is logged in at a machine that is away, as far as anybody knows.
        logged_in = case when r.online then r.logged_in end,
        gone_at = case when r.online then 'infinity' else r.last_seen end
    from reported r
    where s.organization_id = r.organization_id and s.machine_id = r.machine_id
$$;
