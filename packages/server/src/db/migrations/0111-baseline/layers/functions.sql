-- Which layers apply to a machine.

-- The layers of a machine, from the lowest to the highest, each with the revision that applies.
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

-- The same for nodes of the previous version, which do not know rollouts of layers.
create function layers_of_machine(p_organization uuid, p_machine text, p_tags text[]) returns text[]
  language sql stable parallel safe as
$$
  select coalesce(array_agg(layer_id || ':' || revision order by scope = 'tag', scope = 'machine', position, layer_id), '{}')
    from (
      select layer_id, revision, scope, position from layers
        where organization_id = p_organization and scope <> 'machine' and (tag is null or tag = any (p_tags))
      union all
      select layer_id, revision, scope, position from layers
        where organization_id = p_organization and scope = 'machine' and machine_id = p_machine
    ) as own
$$;

-- Identifies a combination of layers as listed by layers_of_machine; null without layers
-- (features/profiles/layers/load.ts).
create function layers_digest(p_layers text[]) returns text
  language sql immutable parallel safe as
$$
  select case when cardinality(p_layers) > 0
    then left(encode(sha256(convert_to(array_to_string(p_layers, ','), 'UTF8')), 'hex'), 32) end
$$;

revoke all on function layers_of_machine(uuid, text, text[], uuid[]), layers_of_machine(uuid, text, text[]),
  layers_digest(text[]) from public;
grant execute on function layers_of_machine(uuid, text, text[], uuid[]), layers_of_machine(uuid, text, text[]),
  layers_digest(text[]) to berth_app;
