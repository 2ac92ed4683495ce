import { sendCodeAgain, verifyCode, verifyEmail } from '@berth/contract/api/identity';
import { normalizeEmail } from '@berth/contract/rules/text';
import { asSystem } from '../../../db/transaction.ts';
import { ApiError } from '../../../http/api-error.ts';
import { type Route, route } from '../../../http/route.ts';
import { insertAccount } from '../account/store.ts';
import type { IdentityDeps } from '../deps.ts';
import { hashToken, hashWithKey, sameHash } from '../tokens/secrets.ts';
import { finishInteraction, openInteraction } from './interaction.ts';
import { startSignUp } from './sign-up.ts';
import { deleteSignUps, type SignUp, signUpByLink, signUpIn, takeAttempt } from './store.ts';
import { ALLOWANCES } from './throttle.ts';

/** After this many attempts a code is void: a guesser succeeds once in 100,000. */
const ATTEMPTS_MAX = 10;

type Deps = Pick<IdentityDeps, 'db' | 'provider' | 'interactionKey' | 'codeKey'>;

/** Confirms the address with the mailed code, creates the account, and logs the person in. */
export function verifyCodeRoute(deps: Deps): Route {
  return route(verifyCode, async ({ params, body, exchange, audit }) => {
    const interaction = await openInteraction(deps, params.uid, exchange);
    const email = normalizeEmail(body.email);
    // In a separate transaction: a wrong code must stay counted.
    const waiting = await asSystem(deps.db, (tx) => takeAttempt(tx, params.uid, email, ATTEMPTS_MAX));
    if (!waiting || !isRightCode(deps.codeKey, waiting, body.code)) throw invalidCode();
    const account = await asSystem(deps.db, async (tx) => {
      const made = await insertAccount(tx, waiting);
      await deleteSignUps(tx, email);
      return made;
    });
    if (!account) throw invalidCode();
    audit({ actor: account });
    return finishInteraction(interaction, account.userId, ['pwd']);
  });
}

function isRightCode(codeKey: Buffer, waiting: SignUp, code: string): boolean {
  const right = sameHash(waiting.codeHash, hashWithKey(codeKey, waiting.signUpId, code));
  return right && !waiting.decoy;
}

/** One error for wrong, expired, and used codes, so that guessing reveals nothing. */
export function invalidCode(): ApiError {
  return new ApiError('invalid-code', 'The code is wrong or has expired.');
}

/**
 * Confirms the address with the mailed link. The person can then log in, in any browser. The password shows that it is
 * who signed up: the owner of the address, or the program that checks their mail, may open the link of a stranger's
 * sign-up.
 */
export function verifyEmailRoute(deps: Pick<IdentityDeps, 'db' | 'hasher'>): Route {
  return route(verifyEmail, async ({ body, audit }) => {
    const linkHash = hashToken(body.token);
    const chosen = await asSystem(deps.db, (tx) => signUpByLink(tx, linkHash));
    if (!chosen) throw invalidCode();
    if (!(await deps.hasher.verify(chosen.passwordHash, body.password))) {
      throw new ApiError('login-failed', 'The password is not the one that this account was created with.');
    }
    const made = await asSystem(deps.db, async (tx) => {
      const waiting = await signUpByLink(tx, linkHash);
      const account = waiting && (await insertAccount(tx, waiting));
      if (waiting) await deleteSignUps(tx, waiting.email);
      return account;
    });
    if (!made) throw invalidCode();
    audit({ actor: made });
    return { email: made.email };
  });
}

type CodeDeps = Pick<
  IdentityDeps,
  'db' | 'provider' | 'throttle' | 'mails' | 'publicUrl' | 'interactionKey' | 'codeKey'
>;

/**
 * Mails a new code for a sign-up of this browser, which replaces the old one. It counts toward the mail limit of the
 * address.
 */
export function sendCodeAgainRoute(deps: CodeDeps): Route {
  return route(sendCodeAgain, async ({ params, body, exchange }) => {
    await openInteraction(deps, params.uid, exchange);
    const email = normalizeEmail(body.email);
    await deps.throttle.take(ALLOWANCES.signUpMail, email);
    await asSystem(deps.db, async (tx) => {
      const waiting = await signUpIn(tx, params.uid, email);
      if (waiting) await startSignUp(deps, tx, { ...waiting, language: body.language ?? waiting.language });
    });
    deps.mails.send();
    return { status: 'verification-sent' as const };
  });
}
