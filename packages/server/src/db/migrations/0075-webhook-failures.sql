-- Why an attempt failed, as a word that the console can say in its reader's language; `error` keeps what the network said.
alter table webhook_deliveries add column failure text check (failure in (
  'status', 'redirect', 'refused', 'unreachable', 'unknown-name', 'timed-out', 'certificate', 'insecure', 'not-public',
  'broken-off', 'other'
));
