-- Commands are locked in the order of their IDs before several are changed: an update alone could wait for a node that
-- delivers them, which waits for it.
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
  perform 1 from commands where author_id = p_user order by command_id for update;
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
