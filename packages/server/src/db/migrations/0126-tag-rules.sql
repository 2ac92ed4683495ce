-- Rules that tag new machines by their network, name, or model (contract api/tag-rules.ts).
create table tag_rules (
  organization_id uuid not null references organizations on delete cascade,
  rule_id uuid not null,
  name text not null,
  -- One that is none is refused here: later it would stop the check of all machines.
  networks text[] not null check (networks::inet[] is not null),
  -- With * for any text; null: any.
  name_like text,
  model_like text,
  tags text[] not null,
  revision integer not null default 1,
  author text not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, rule_id)
);
alter table tag_rules enable row level security;
create policy tag_rules_own on tag_rules using (organization_id = berth_organization_id());
grant select, insert, update, delete on tag_rules to berth_app;

-- Whether the rules have yet to look at a machine: once in its organization, when it has reported. Not the machines that
-- are already there.
alter table machine_states add column tag_rules_due boolean not null default false;
alter table machine_states alter column tag_rules_due set default true;
create index machine_states_tag_rules_due on machine_states (organization_id) where tag_rules_due;

-- The organizations with machines for their rules to look at, over all tenants.
create function organizations_to_tag(p_limit integer) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp as
$$
  select distinct organization_id from machine_states where tag_rules_due and hardware is not null limit p_limit
$$;

-- Marks machines of the current tenant: the rules have looked at them.
create function tag_rules_looked(p_machines text[]) returns void
  language sql security definer set search_path = public, pg_temp as
$$
  update machine_states set tag_rules_due = false
    where organization_id = berth_organization_id() and machine_id = any (p_machines)
$$;

-- A reported address; null where it is none.
create function address_of(p_text text) returns inet language plpgsql immutable strict as
$$
begin
  return p_text::inet;
exception when invalid_text_representation then
  return null;
end
$$;

-- The pattern for LIKE of a text with * for any text, in lower case.
create function pattern_of(p_text text) returns text language sql immutable strict parallel safe as
$$
  select replace(regexp_replace(lower(p_text), '([\\%_])', '\\\1', 'g'), '*', '%')
$$;

revoke all on function organizations_to_tag(integer), tag_rules_looked(text[]), address_of(text), pattern_of(text)
  from public;
grant execute on function organizations_to_tag(integer) to berth_system;
grant execute on function tag_rules_looked(text[]), address_of(text), pattern_of(text) to berth_app;
