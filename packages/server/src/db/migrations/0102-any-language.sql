-- Which languages there are the contract says (rules/languages.ts): a new one needs no migration.
alter table identity.accounts drop constraint accounts_language_check;
alter table identity.accounts add constraint accounts_language_check check (language ~ '^[a-z]{3}$');
