-- Machines that enroll and withdrawn product IDs change an organization before its tenant is known. Their audit entries
-- are written in the same transaction, once it has entered the tenant.
grant execute on function append_audit(uuid, json) to berth_system;
