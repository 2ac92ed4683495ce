import type { UserId } from '@berth/contract/ids';
import type { Language } from '@berth/contract/rules/languages';
import { type Kysely, sql } from 'kysely';
import { columnsOf, type RowOf } from '../../../db/columns.ts';
import type { DB } from '../../../db/schema.ts';

/** A sign-up with an unconfirmed address. */
export interface SignUp {
  readonly signUpId: string;
  readonly interactionUid: string;
  /** In lower case. */
  readonly email: string;
  readonly passwordHash: string;
  readonly language: Language;
  readonly codeHash: Buffer;
  readonly linkHash: Buffer;
  /** The address already has an account: the work is the same, but code and link do not work. */
  readonly decoy: boolean;
}

const COLUMNS = columnsOf('identity.sign_ups', [
  'sign_up_id',
  'interaction_uid',
  'email',
  'password_hash',
  'language',
  'code_hash',
  'link_hash',
  'decoy',
]);
type SignUpRow = RowOf<typeof COLUMNS, { readonly language: Language }>;

function toSignUp(row: SignUpRow | undefined): SignUp | undefined {
  return (
    row && {
      signUpId: row.sign_up_id,
      interactionUid: row.interaction_uid,
      email: row.email,
      passwordHash: row.password_hash,
      language: row.language,
      codeHash: row.code_hash,
      linkHash: row.link_hash,
      decoy: row.decoy,
    }
  );
}

/** Stores a sign-up until its address is confirmed. A second one in the same interaction replaces the first. */
export async function insertSignUp(db: Kysely<DB>, signUp: SignUp, minutes: number): Promise<void> {
  await sql`
    DELETE FROM identity.sign_ups
    WHERE interaction_uid = ${signUp.interactionUid} AND email = ${signUp.email}`.execute(db);
  await sql`
    INSERT INTO identity.sign_ups (${COLUMNS}, expires_at)
    VALUES (${signUp.signUpId}, ${signUp.interactionUid}, ${signUp.email}, ${signUp.passwordHash}, ${signUp.language},
      ${signUp.codeHash}, ${signUp.linkHash}, ${signUp.decoy}, now() + make_interval(mins => ${minutes}))`.execute(db);
}

/**
 * Counts an attempt at a sign-up's code; undefined if none is left, or if this interaction has no sign-up for the
 * address.
 */
export async function takeAttempt(
  db: Kysely<DB>,
  interactionUid: string,
  email: string,
  attemptsMax: number,
): Promise<SignUp | undefined> {
  const { rows } = await sql<SignUpRow>`
    UPDATE identity.sign_ups SET attempts = attempts + 1
    WHERE interaction_uid = ${interactionUid} AND email = ${email} AND attempts < ${attemptsMax} AND expires_at > now()
    RETURNING ${COLUMNS}`.execute(db);
  return toSignUp(rows[0]);
}

/** Finds the pending sign-up of an address in an interaction, regardless of its attempts. */
export async function signUpIn(db: Kysely<DB>, interactionUid: string, email: string): Promise<SignUp | undefined> {
  const { rows } = await sql<SignUpRow>`
    SELECT ${COLUMNS} FROM identity.sign_ups
    WHERE interaction_uid = ${interactionUid} AND email = ${email}`.execute(db);
  return toSignUp(rows[0]);
}

/** Finds the sign-up of a mailed link. */
export async function signUpByLink(db: Kysely<DB>, linkHash: Buffer): Promise<SignUp | undefined> {
  const { rows } = await sql<SignUpRow>`
    SELECT ${COLUMNS} FROM identity.sign_ups
    WHERE link_hash = ${linkHash} AND NOT decoy AND expires_at > now()`.execute(db);
  return toSignUp(rows[0]);
}

/** Finds the newest pending sign-up of an address. */
export async function pendingSignUp(db: Kysely<DB>, email: string): Promise<SignUp | undefined> {
  const { rows } = await sql<SignUpRow>`
    SELECT ${COLUMNS} FROM identity.sign_ups
    WHERE email = ${email} AND NOT decoy AND expires_at > now()
    ORDER BY created_at DESC LIMIT 1`.execute(db);
  return toSignUp(rows[0]);
}

/** Deletes the pending sign-ups of an address. */
export async function deleteSignUps(db: Kysely<DB>, email: string): Promise<void> {
  await sql`DELETE FROM identity.sign_ups WHERE email = ${email}`.execute(db);
}

interface Owner {
  readonly user_id: UserId;
}

/** Stores the link of a "forgot password" mail; without an owner if the address is unknown. */
export async function insertReset(
  db: Kysely<DB>,
  tokenHash: Buffer,
  userId: UserId | null,
  minutes: number,
): Promise<void> {
  await sql`
    INSERT INTO identity.password_resets (token_hash, user_id, expires_at)
    VALUES (${tokenHash}, ${userId}, now() + make_interval(mins => ${minutes}))`.execute(db);
}

/** Finds the account of a password link; undefined if it is used, expired, or forged. */
export async function resetOwner(db: Kysely<DB>, tokenHash: Buffer): Promise<UserId | undefined> {
  const { rows } = await sql<Owner>`
    SELECT user_id FROM identity.password_resets
    WHERE token_hash = ${tokenHash} AND user_id IS NOT NULL AND expires_at > now()`.execute(db);
  return rows[0]?.user_id;
}

/** Consumes a link; of two concurrent calls, one gets the owner. */
export async function consumeReset(db: Kysely<DB>, tokenHash: Buffer): Promise<UserId | undefined> {
  const { rows } = await sql<Owner>`
    DELETE FROM identity.password_resets
    WHERE token_hash = ${tokenHash} AND user_id IS NOT NULL AND expires_at > now() RETURNING user_id`.execute(db);
  return rows[0]?.user_id;
}
