-- Organisations and who belongs to them. An organisation is the tenant: every other table of a tenant names it in its
-- primary, unique and foreign keys.

create table organizations (
  organization_id uuid primary key,
  name text not null,
  owner_id uuid not null,
  owner_email text not null,
  mgmt_tier text not null default 'free' check (mgmt_tier in ('free', 'pro', 'business', 'enterprise')),
  revision integer not null default 1 check (revision > 0),
  created_at timestamptz not null default now()
);

-- One owner's names differ. Unique over all tenants would tell one tenant the names of others.
create unique index organizations_owner_name on organizations (owner_id, lower(name));

-- The address is kept here because members are shown by it, whichever identity provider they come from.
create table memberships (
  organization_id uuid not null references organizations on delete cascade,
  user_id uuid not null,
  email text not null,
  role text not null check (role in ('owner', 'administrator', 'operator', 'viewer')),
  created_at timestamptz not null default now(),
  primary key (organization_id, user_id)
);
create unique index memberships_email on memberships (organization_id, lower(email));
create unique index memberships_one_owner on memberships (organization_id) where role = 'owner';
create index memberships_user on memberships (user_id);

-- What a transaction may read: its tenant; without a tenant, the organisations of its person. As an array, so that
-- "= ANY" stays a condition of an index.
create function visible_organizations() returns uuid[]
  language plpgsql stable parallel safe security definer set search_path = public, pg_temp as
$$
begin
  if berth_organization_id() is not null then
    return array[berth_organization_id()];
  end if;
  return coalesce(
    (select array_agg(organization_id) from memberships where user_id = berth_user_id()),
    array[]::uuid[]
  );
end
$$;

alter table organizations enable row level security;
create policy organizations_read on organizations for select using (organization_id = any (visible_organizations()));
create policy organizations_change on organizations for update using (organization_id = berth_organization_id());

alter table memberships enable row level security;
create policy memberships_read on memberships for select using (organization_id = any (visible_organizations()));
create policy memberships_add on memberships for insert with check (organization_id = berth_organization_id());
create policy memberships_change on memberships for update using (organization_id = berth_organization_id());
create policy memberships_remove on memberships for delete using (organization_id = berth_organization_id());

grant select, update on organizations to berth_app;
grant select, insert, update, delete on memberships to berth_app;

-- The one way a tenant comes into being: the transaction's person becomes its owner.
create function found_organization(p_organization uuid, p_name text, p_email text, p_tier text) returns void
  language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if berth_user_id() is null then
    raise exception 'an organisation needs an owner';
  end if;
  insert into organizations (organization_id, name, owner_id, owner_email, mgmt_tier)
    values (p_organization, p_name, berth_user_id(), p_email, p_tier);
  insert into memberships (organization_id, user_id, email, role)
    values (p_organization, berth_user_id(), p_email, 'owner');
end
$$;

revoke all on function visible_organizations(), found_organization(uuid, text, text, text) from public;
grant execute on function visible_organizations(), found_organization(uuid, text, text, text) to berth_app;
