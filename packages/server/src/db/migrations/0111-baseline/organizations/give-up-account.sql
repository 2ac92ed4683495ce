-- Deleting an account: what prevents it, and what it removes from organizations
-- (docs/decisions/2026-11-22-giving-up-an-account.md).

-- Why an account cannot be deleted. Locks the organizations that the user owns until the transaction ends, so that no
-- member or machine joins them meanwhile.
create function account_obstacles(p_user uuid) returns table (organization_id uuid, name text, reason text)
  language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  perform 1 from organizations o where o.owner_id = p_user for update;
  return query
    select o.organization_id, o.name, 'members' from organizations o where o.owner_id = p_user and exists (
      select 1 from memberships m where m.organization_id = o.organization_id and m.user_id <> p_user)
    union all
    select o.organization_id, o.name, 'machines' from organizations o where o.owner_id = p_user and exists (
      select 1 from machines m where m.organization_id = o.organization_id)
    union all
    select o.organization_id, o.name, 'billing' from organizations o
      join billing_accounts b on b.organization_id = o.organization_id
      where b.administrator_id = p_user or o.owner_id = p_user
    order by 2, 3;
end
$$;

-- Removes a user from everything outside of identity: deletes organizations without other members, ends the other
-- memberships with an entry in each organization's log, and replaces the address by a pseudonym. The audit log and
-- accounting data stay unchanged.
create function give_up_account(p_user uuid, p_email text, p_pseudonym text, p_entries json)
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

revoke all on function account_obstacles(uuid), give_up_account(uuid, text, text, json) from public;
grant execute on function account_obstacles(uuid), give_up_account(uuid, text, text, json) to berth_system;
