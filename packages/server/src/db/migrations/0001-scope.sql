-- What a transaction may see is set per transaction (db/transaction.ts) and read by every policy through these two.
-- Unset or empty is null, and null matches no row: a transaction that forgets its scope sees nothing.

create function berth_organization_id() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('berth.organization_id', true), '')::uuid;

create function berth_user_id() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('berth.user_id', true), '')::uuid;
