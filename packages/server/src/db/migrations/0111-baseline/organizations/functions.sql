-- What happens outside of a tenant: creating, joining, and deleting organizations.

-- The only way to create a tenant: the transaction's user becomes its owner.
create function found_organization(p_organization uuid, p_name text, p_email text, p_tier text) returns void
  language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if berth_user_id() is null then
    raise exception 'an organization needs an owner';
  end if;
  insert into organizations (organization_id, name, owner_id, owner_email, mgmt_tier)
    values (p_organization, p_name, berth_user_id(), p_email, p_tier);
  insert into memberships (organization_id, user_id, email, role)
    values (p_organization, berth_user_id(), p_email, 'owner');
end
$$;

-- The invitations of a user, who cannot read these organizations yet. The address comes from the user's token.
create function invitations_for(p_email text)
  returns table (organization_id uuid, name text, role text, invited_by text, created_at timestamptz)
  language sql stable security definer set search_path = public, pg_temp as
$$
  select i.organization_id, o.name, i.role, i.invited_by, i.created_at
    from invitations i join organizations o on o.organization_id = i.organization_id
    where i.email = lower(p_email)
    order by o.name collate natural_order, i.organization_id
$$;

-- The only way to join an organization: deletes the invitation and adds the transaction's user as a member. Returns
-- false without an invitation.
create function accept_invitation(p_organization uuid, p_email text) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  v_role text;
begin
  delete from invitations where organization_id = p_organization and email = lower(p_email) returning role into v_role;
  if v_role is null then
    return false;
  end if;
  insert into memberships (organization_id, user_id, email, role)
    values (p_organization, berth_user_id(), p_email, v_role)
    on conflict do nothing;
  update organizations set revision = revision + 1 where organization_id = p_organization;
  -- False if another member has this address already.
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

-- For platform administrators only. Returns false for an unknown organization.
create function delete_organization(p_organization uuid) returns boolean
  language sql security definer set search_path = public, pg_temp as
$$
  with gone as (delete from organizations where organization_id = p_organization returning 1)
  select exists (select 1 from gone)
$$;

revoke all on function found_organization(uuid, text, text, text), invitations_for(text), accept_invitation(uuid, text),
  decline_invitation(uuid, text), delete_organization(uuid) from public;
grant execute on function found_organization(uuid, text, text, text), invitations_for(text),
  accept_invitation(uuid, text), decline_invitation(uuid, text) to berth_app;
grant execute on function delete_organization(uuid) to berth_system;
