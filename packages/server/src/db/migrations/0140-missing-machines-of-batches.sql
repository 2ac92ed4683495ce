-- Of the machines that a command to many names by their IDs, those that the organization does not have.
alter table command_batches add column missing integer not null default 0;
