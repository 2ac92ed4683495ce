import { randomUUID } from 'node:crypto';
import type { Language } from '@berth/contract/rules/languages';
import type { Kysely } from 'kysely';
import type { DB } from '../../../db/schema.ts';
import { insertSignUp, type SignUp } from '../accounts/sign-up-store.ts';
import type { IdentityDeps } from '../deps.ts';
import { hashToken, hashWithKey, newCode, newToken } from '../tokens/secrets.ts';

/** How long the code and the link of a sign-up mail work. */
const SIGN_UP_MINUTES = 30;

export interface NewSignUp {
  readonly interactionUid: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly language: Language;
  /** The address has an account already; see SignUp. */
  readonly decoy: boolean;
}

/** Remembers a sign-up, and returns the function that sends its mail once that is committed. */
export async function startSignUp(
  deps: Pick<IdentityDeps, 'mails' | 'publicUrl' | 'codeKey'>,
  db: Kysely<DB>,
  { interactionUid, email, passwordHash, language, decoy }: NewSignUp,
): Promise<() => void> {
  const code = newCode();
  const token = newToken();
  const signUpId = randomUUID();
  const signUp: SignUp = {
    signUpId,
    interactionUid,
    email,
    passwordHash,
    language,
    codeHash: hashWithKey(deps.codeKey, signUpId, code),
    linkHash: hashToken(token),
    decoy,
  };
  await insertSignUp(db, signUp, SIGN_UP_MINUTES);
  const logIn = `${deps.publicUrl}/session/login`;
  return () =>
    deps.mails.post(
      email,
      decoy
        ? { kind: 'alreadyRegistered', language, code: null, link: logIn, minutes: null }
        : { kind: 'verifyEmail', language, code, link: `${logIn}?verify=${token}`, minutes: SIGN_UP_MINUTES },
    );
}
