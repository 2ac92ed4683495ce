-- Rollouts of layers. While one is in progress, machines that it has not reached keep the layer's revision before
-- (layers.held_revision); those that it has reached list the layer as released
-- (docs/decisions/2026-11-21-staged-rollouts.md).

alter table layers add column held_revision integer check (held_revision > 0);
alter table machines add column released_layers uuid[] not null default '{}';

alter table profile_rollouts
  alter column profile_id drop not null,
  add column layer_id uuid,
  add foreign key (organization_id, layer_id) references layers on delete cascade,
  add check (num_nonnulls(profile_id, layer_id) = 1);
create unique index profile_rollouts_one_of_layer on profile_rollouts (organization_id, layer_id)
  where state in ('running', 'paused');

-- The layers of a machine, from below, each with the revision that applies. The function without p_released is for nodes
-- of the version before, which know no rollouts of layers.
create function layers_of_machine(p_organization uuid, p_machine text, p_tags text[], p_released uuid[]) returns text[]
  language sql stable parallel safe as
$$
  select coalesce(array_agg(layer_id || ':' || revision order by scope = 'tag', scope = 'machine', position, layer_id), '{}')
    from (
      select layer_id, scope, position,
          case when layer_id = any (p_released) then revision else coalesce(held_revision, revision) end as revision
        from layers
        where organization_id = p_organization and scope <> 'machine' and (tag is null or tag = any (p_tags))
      union all
      select layer_id, scope, position, revision from layers
        where organization_id = p_organization and scope = 'machine' and machine_id = p_machine
    ) as own
$$;

revoke all on function layers_of_machine(uuid, text, text[], uuid[]) from public;
grant execute on function layers_of_machine(uuid, text, text[], uuid[]) to berth_app;
