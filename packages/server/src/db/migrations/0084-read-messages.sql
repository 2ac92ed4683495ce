-- When the machine's user has read the message of a command.
alter table commands add column read_at timestamptz;
