-- Whether an organization's credits ran out longer ago than p_grace. Its members see that, also those who do not see its
-- billing: the console then offers nothing that the server refuses.
create function pro_lapsed(p_organization uuid, p_grace interval) returns boolean
  language sql stable security definer set search_path = public, pg_temp as
$$
  select p_organization = any (visible_organizations()) and exists (
    select from billing_accounts where organization_id = p_organization and arrears_since <= now() - p_grace
  )
$$;

revoke all on function pro_lapsed(uuid, interval) from public;
grant execute on function pro_lapsed(uuid, interval) to berth_app;
