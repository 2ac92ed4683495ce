-- Invitations, and what an organisation sets for itself.

-- For an address, whether it has an account or not: whoever signs up with it finds the invitation.
create table invitations (
  organization_id uuid not null references organizations on delete cascade,
  email text not null check (email = lower(email)),
  role text not null check (role in ('administrator', 'operator', 'viewer')),
  invited_by text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (organization_id, email)
);
create index invitations_email on invitations (email);

alter table organizations
  -- contract profile/organization-auth.ts, secrets sealed
  add column auth jsonb not null default '{}',
  add column auth_revision integer not null default 1,
  add column shell_commands boolean not null default false;

alter table invitations enable row level security;
create policy invitations_read on invitations for select using (organization_id = berth_organization_id());
create policy invitations_add on invitations for insert with check (organization_id = berth_organization_id());
create policy invitations_change on invitations for update using (organization_id = berth_organization_id());
create policy invitations_remove on invitations for delete using (organization_id = berth_organization_id());
grant select, insert, update, delete on invitations to berth_app;

-- What an invited person sees of organisations they do not belong to: the caller's address comes from their token.
create function invitations_for(p_email text)
  returns table (organization_id uuid, name text, role text, invited_by text, created_at timestamptz, expires_at timestamptz)
  language sql stable security definer set search_path = public, pg_temp as
$$
  select i.organization_id, o.name, i.role, i.invited_by, i.created_at, i.expires_at
    from invitations i join organizations o on o.organization_id = i.organization_id
    where i.email = lower(p_email) and i.expires_at > now()
    order by o.name, i.organization_id
$$;

-- The one way into an organisation: the invitation goes, the transaction's person becomes a member. False without one.
create function accept_invitation(p_organization uuid, p_email text) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  v_role text;
begin
  delete from invitations where organization_id = p_organization and email = lower(p_email) and expires_at > now()
    returning role into v_role;
  if v_role is null then
    return false;
  end if;
  insert into memberships (organization_id, user_id, email, role)
    values (p_organization, berth_user_id(), p_email, v_role)
    on conflict do nothing;
  update organizations set revision = revision + 1 where organization_id = p_organization;
  -- Not so if somebody else is a member with this address already.
  return exists (
    select 1 from memberships where organization_id = p_organization and user_id = berth_user_id()
  );
end
$$;

create function decline_invitation(p_organization uuid, p_email text) returns boolean
  language sql security definer set search_path = public, pg_temp as
$$
  with gone as (
    delete from invitations where organization_id = p_organization and email = lower(p_email) returning 1
  )
  select exists (select 1 from gone)
$$;

-- For platform administrators alone; false when there is no such organisation.
create function delete_organization(p_organization uuid) returns boolean
  language sql security definer set search_path = public, pg_temp as
$$
  with gone as (delete from organizations where organization_id = p_organization returning 1)
  select exists (select 1 from gone)
$$;

revoke all on function invitations_for(text), accept_invitation(uuid, text), decline_invitation(uuid, text),
  delete_organization(uuid) from public;
grant execute on function invitations_for(text), accept_invitation(uuid, text), decline_invitation(uuid, text)
  to berth_app;
grant execute on function delete_organization(uuid) to berth_system;
