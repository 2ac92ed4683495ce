-- Claims look for the open commands of machines: without it they read a machine's whole history, or all open commands of
-- all machines, as the statistics have it.
create index commands_open_of_machine on commands (organization_id, machine_id) where state in ('queued', 'delivered');
