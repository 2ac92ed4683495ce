-- Lists of many machines. A page of them is found in one index alone, in its order, and stops when it is full: nothing
-- but what a filter may ask of a machine is read, and rows are fetched for the page only (features/machines/store.ts).
-- Operators such as LIKE cannot be conditions of an index under row-level security, because they are not leakproof; as
-- a filter over the index's own columns they cost 100,000 names some 20 ms.

alter table machines add column search text collate "C" generated always as (lower(name)) stored;
drop index machines_name;
create index machines_page on machines (organization_id, name, machine_id)
  include (search, tags, profile_id, deployment, registered_at);

-- Changes rarely, unlike the columns beside it.
create index machine_states_status on machine_states (organization_id, status, machine_id);
