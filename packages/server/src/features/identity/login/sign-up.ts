import { randomUUID } from 'node:crypto';
import { signUp } from '@berth/contract/api/identity';
import type { Language } from '@berth/contract/rules/languages';
import { normalizeEmail } from '@berth/contract/rules/text';
import type { Tx } from '../../../db/connection.ts';
import { asSystem } from '../../../db/transaction.ts';
import { type Route, route } from '../../../http/route.ts';
import { accountByEmail } from '../account/store.ts';
import type { IdentityDeps } from '../deps.ts';
import { rejectGuessable } from '../passwords/rule.ts';
import { hashToken, hashWithKey, newCode, newToken } from '../tokens/secrets.ts';
import { languageOf, openInteraction } from './interaction.ts';
import { insertSignUp, type SignUp } from './store.ts';
import { ALLOWANCES } from './throttle.ts';

type Deps = Pick<
  IdentityDeps,
  'db' | 'provider' | 'hasher' | 'throttle' | 'mails' | 'publicUrl' | 'interactionKey' | 'codeKey'
>;

/** Starts a sign-up. An address with an account gets the same reply after the same work; its owner gets a mail. */
export function signUpRoute(deps: Deps): Route {
  return route(signUp, async ({ params, body, exchange }) => {
    const interaction = await openInteraction(deps, params.uid, exchange);
    const email = normalizeEmail(body.email);
    rejectGuessable(body.password, email);
    await deps.throttle.take(ALLOWANCES.signUpMail, email);
    const passwordHash = await deps.hasher.hash(body.password);
    const language = languageOf(interaction, exchange, body.language);
    await asSystem(deps.db, async (tx) => {
      const decoy = (await accountByEmail(tx, email)) !== undefined;
      await startSignUp(deps, tx, { interactionUid: params.uid, email, passwordHash, language, decoy });
    });
    deps.mails.send();
    return { status: 'verification-sent' as const };
  });
}

/** How long code and link of a sign-up mail are valid. */
const SIGN_UP_MINUTES = 30;

interface NewSignUp {
  readonly interactionUid: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly language: Language;
  /** The address already has an account; see SignUp. */
  readonly decoy: boolean;
}

/** Stores a sign-up and queues its mail. */
export async function startSignUp(
  deps: Pick<IdentityDeps, 'mails' | 'publicUrl' | 'codeKey'>,
  tx: Tx,
  { interactionUid, email, passwordHash, language, decoy }: NewSignUp,
): Promise<void> {
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
  await insertSignUp(tx, signUp, SIGN_UP_MINUTES);
  const logIn = `${deps.publicUrl}/session/login`;
  await deps.mails.add(
    tx,
    email,
    decoy
      ? { kind: 'alreadyRegistered', language, code: null, link: logIn, minutes: null }
      : { kind: 'verifyEmail', language, code, link: `${logIn}?verify=${token}`, minutes: SIGN_UP_MINUTES },
  );
}
