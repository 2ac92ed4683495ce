-- A shell button that somebody at a machine pressed is a command without an author of the console.
alter table commands alter column author_id drop not null;
