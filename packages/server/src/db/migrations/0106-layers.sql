-- Layers: parts of a definition beside the profiles, for an organization, for machines with a tag, or for one machine
-- (docs/decisions/2026-11-24-layers.md). Like a profile's, a content is stored once, with its revision, and the secrets in
-- it are sealed by the application.

create table layers (
  organization_id uuid not null references organizations on delete cascade,
  layer_id uuid not null,
  name text not null,
  scope text not null check (scope in ('organization', 'tag', 'machine')),
  tag text,
  machine_id text,
  -- Among the layers of its scope, from below.
  position integer not null,
  revision integer not null check (revision > 0),
  -- How many values it sets, and how many paths it locks.
  settings integer not null,
  locks integer not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by text not null,
  primary key (organization_id, layer_id),
  foreign key (organization_id, machine_id) references machines on delete cascade,
  check ((scope = 'tag') = (tag is not null)),
  check ((scope = 'machine') = (machine_id is not null))
);
create unique index layers_name on layers (organization_id, lower(name));
-- One for a machine. The gateway looks here for each machine that connects.
create unique index layers_machine on layers (organization_id, machine_id) where scope = 'machine';
create index layers_shared on layers (organization_id, position) where scope <> 'machine';

create table layer_revisions (
  organization_id uuid not null,
  layer_id uuid not null,
  revision integer not null check (revision > 0),
  name text not null,
  -- {definition, off, locks}
  content jsonb not null,
  author_id uuid not null,
  author text not null,
  note text,
  created_at timestamptz not null default now(),
  primary key (organization_id, layer_id, revision),
  foreign key (organization_id, layer_id) references layers on delete cascade
);

alter table layers enable row level security;
create policy layers_read on layers for select using (organization_id = berth_organization_id());
create policy layers_add on layers for insert with check (organization_id = berth_organization_id());
create policy layers_change on layers for update using (organization_id = berth_organization_id());
create policy layers_remove on layers for delete using (organization_id = berth_organization_id());
grant select, insert, update, delete on layers to berth_app;

-- Revisions are added and read; they go only with their layer.
alter table layer_revisions enable row level security;
create policy layer_revisions_read on layer_revisions for select using (organization_id = berth_organization_id());
create policy layer_revisions_add on layer_revisions for insert with check (organization_id = berth_organization_id());
grant select, insert on layer_revisions to berth_app;

-- The layers of a machine, from below, each with its revision.
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

revoke all on function layers_of_machine(uuid, text, text[]) from public;
grant execute on function layers_of_machine(uuid, text, text[]) to berth_app;

-- Whoever saved a layer and gives up the account stands there under a pseudonym.
create or replace function give_up_account(p_user uuid, p_email text, p_pseudonym text, p_entries json)
  returns table (organization_id uuid, deleted boolean)
  language plpgsql security definer set search_path = public, pg_temp as
$$
#variable_conflict use_column
declare
  v_left uuid[];
  v_owned uuid[];
  v_organization uuid;
begin
  if exists (select 1 from account_obstacles(p_user)) then
    raise exception 'the account is still needed';
  end if;
  with gone as (delete from organizations where owner_id = p_user returning organization_id)
    select coalesce(array_agg(organization_id), array[]::uuid[]) into v_owned from gone;
  select coalesce(array_agg(m.organization_id order by m.organization_id), array[]::uuid[]) into v_left
    from memberships m where m.user_id = p_user;
  foreach v_organization in array v_left loop
    perform set_config('berth.organization_id', v_organization::text, true);
    perform append_audit(v_organization, p_entries);
  end loop;
  perform set_config('berth.organization_id', '', true);
  delete from memberships where user_id = p_user;
  update organizations set revision = revision + 1 where organization_id = any (v_left);
  delete from api_keys where user_id = p_user;
  delete from invitations where email = p_email;
  update commands set state = 'cancelled', finished_at = now() where author_id = p_user and state = 'queued';
  update commands set author = p_pseudonym where author_id = p_user;
  update command_batches set author = p_pseudonym where author_id = p_user;
  update profile_revisions set author = p_pseudonym where author_id = p_user;
  update layer_revisions set author = p_pseudonym where author_id = p_user;
  update profile_rollouts set author = p_pseudonym where author_id = p_user;
  update schedules set author = p_pseudonym where author_id = p_user;
  update invitations set invited_by = p_pseudonym where lower(invited_by) = p_email;
  update machines set registered_by = p_pseudonym where lower(registered_by) = p_email;
  update profiles set updated_by = p_pseudonym where lower(updated_by) = p_email;
  update layers set updated_by = p_pseudonym where lower(updated_by) = p_email;
  update enrolment_codes set created_by = p_pseudonym where lower(created_by) = p_email;
  update webhooks set created_by = p_pseudonym where lower(created_by) = p_email;
  return query select id, false from unnest(v_left) id union all select id, true from unnest(v_owned) id;
end
$$;
