-- People who sign in with the password of a directory (LDAP). Known by the directory's own id of their entry, never by
-- the address: an address can be given to somebody else.
CREATE TABLE identity.directory_people (
  directory text NOT NULL,
  subject text NOT NULL,
  user_id uuid NOT NULL UNIQUE REFERENCES identity.accounts ON DELETE CASCADE,
  PRIMARY KEY (directory, subject)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON identity.directory_people TO berth_system;
