-- What an entry of the audit log says of its subject: the first of these fields of a JSON object that holds a text. Null for
-- what PostgreSQL cannot read as text, such as half a surrogate pair: a list that shows it must not fail.
create function audit_text(p_json text, variadic p_fields text[]) returns text language plpgsql immutable as
$$
declare
  v_field text;
begin
  if p_json is null or left(p_json, 1) <> '{' then
    return null;
  end if;
  foreach v_field in array p_fields loop
    if json_typeof(p_json::json -> v_field) = 'string' and p_json::json ->> v_field <> '' then
      return p_json::json ->> v_field;
    end if;
  end loop;
  return null;
exception when others then
  return null;
end
$$;
