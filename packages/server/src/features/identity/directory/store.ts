import type { UserId } from '@berth/contract/ids';
import type { Language } from '@berth/contract/rules/languages';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../db/schema.ts';
import { type Account, accountById, insertAccount } from '../account/store.ts';
import type { DirectoryPerson } from './ldap.ts';

/**
 * Returns the account of a person whom the directory confirmed; the first login creates it. Undefined if the address
 * belongs to an account outside the directory: accounts are never matched by address.
 */
export async function directoryAccount(
  db: Kysely<DB>,
  directory: string,
  person: DirectoryPerson,
  language: Language,
): Promise<Account | undefined> {
  const known = await knownPerson(db, directory, person.subject);
  if (known) {
    await takeAddress(db, known, person.email);
    return accountById(db, known);
  }
  const account = await insertAccount(db, { email: person.email, passwordHash: null, language });
  if (!account) return undefined;
  await sql`
    INSERT INTO identity.directory_people (directory, subject, user_id)
    VALUES (${directory}, ${person.subject}, ${account.userId})`.execute(db);
  return account;
}

async function knownPerson(db: Kysely<DB>, directory: string, subject: string): Promise<UserId | undefined> {
  const { rows } = await sql<{ user_id: UserId }>`
    SELECT user_id FROM identity.directory_people
    WHERE directory = ${directory} AND subject = ${subject}`.execute(db);
  return rows[0]?.user_id;
}

/** Takes over a changed address of the directory, unless another account has it. */
async function takeAddress(db: Kysely<DB>, userId: UserId, email: string): Promise<void> {
  await sql`
    UPDATE identity.accounts SET email = ${email}
    WHERE user_id = ${userId} AND email <> ${email}
      AND NOT EXISTS (SELECT 1 FROM identity.accounts WHERE email = ${email})`.execute(db);
}
