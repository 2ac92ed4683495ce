-- An invitation stays until it is accepted, declined or withdrawn.

drop function invitations_for(text);
alter table invitations drop column expires_at;

-- As before (0076), without an end.
create function invitations_for(p_email text)
  returns table (organization_id uuid, name text, role text, invited_by text, created_at timestamptz)
  language sql stable security definer set search_path = public, pg_temp as
$$
  select i.organization_id, o.name, i.role, i.invited_by, i.created_at
    from invitations i join organizations o on o.organization_id = i.organization_id
    where i.email = lower(p_email)
    order by o.name collate natural_order, i.organization_id
$$;

-- As before (0025), without an end.
create or replace function accept_invitation(p_organization uuid, p_email text) returns boolean
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
  -- Not so if somebody else is a member with this address already.
  return exists (
    select 1 from memberships where organization_id = p_organization and user_id = berth_user_id()
  );
end
$$;

revoke all on function invitations_for(text) from public;
grant execute on function invitations_for(text) to berth_app;
