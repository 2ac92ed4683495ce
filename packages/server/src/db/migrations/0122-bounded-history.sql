-- A definition can have 8 MB, so each save removes revisions that the history has no room for: those beyond 1,000, and
-- those beyond 32 MB, oldest first. The newest ten stay whatever their size: a rollout, and a machine that it has not
-- reached, need the one before the newest. Who changed what stays in the audit log.
create function trim_profile_revisions() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  -- The newest revision without room.
  v_end integer;
begin
  select max(h.revision) into v_end
    from (
      select revision, row_number() over newest as place, sum(pg_column_size(definition)) over newest as bytes
        from profile_revisions
        where organization_id = new.organization_id and profile_id = new.profile_id
        window newest as (order by revision desc)
    ) as h
    where h.place > 10 and (h.place > 1000 or h.bytes > 32 * 1024 * 1024);
  delete from profile_revisions
    where organization_id = new.organization_id and profile_id = new.profile_id and revision <= v_end;
  return null;
end
$$;

create trigger trim after insert on profile_revisions for each row when (new.revision > 10) execute function trim_profile_revisions();

create function trim_layer_revisions() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  -- The newest revision without room.
  v_end integer;
begin
  select max(h.revision) into v_end
    from (
      select revision, row_number() over newest as place, sum(pg_column_size(content)) over newest as bytes
        from layer_revisions
        where organization_id = new.organization_id and layer_id = new.layer_id
        window newest as (order by revision desc)
    ) as h
    where h.place > 10 and (h.place > 1000 or h.bytes > 32 * 1024 * 1024);
  delete from layer_revisions
    where organization_id = new.organization_id and layer_id = new.layer_id and revision <= v_end;
  return null;
end
$$;

create trigger trim after insert on layer_revisions for each row when (new.revision > 10) execute function trim_layer_revisions();

revoke all on function trim_profile_revisions(), trim_layer_revisions() from public;
