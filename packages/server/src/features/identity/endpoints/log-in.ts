import { logIn } from '@berth/contract/api/identity';
import { normalizeEmail } from '@berth/contract/rules/text';
import { asSystem } from '../../../db/transaction.ts';
import { Problem } from '../../../http/problem.ts';
import { type Route, route } from '../../../http/route.ts';
import { pendingSignUp, type SignUp } from '../accounts/sign-up-store.ts';
import { accountByEmail } from '../accounts/store.ts';
import { ALLOWANCES } from '../accounts/throttle.ts';
import type { IdentityDeps } from '../deps.ts';
import { secondFactorRequired, secondFactorsOf } from '../factors/second-factor.ts';
import { finishInteraction, openInteraction, rememberStep } from './interaction.ts';
import { startSignUp } from './sign-up-mail.ts';

type Deps = Pick<
  IdentityDeps,
  'db' | 'provider' | 'hasher' | 'throttle' | 'mails' | 'publicUrl' | 'interactionKey' | 'codeKey'
>;

/**
 * Signs in with a password. Unknown address and wrong password are one answer after the same work. Only who knows the
 * password of a sign-up that waits for its proof learns that it waits, and gets a new code.
 */
export function logInRoute(deps: Deps): Route {
  return route(logIn, async ({ params, body, exchange, address }) => {
    const interaction = await openInteraction(deps, params.uid, exchange);
    const email = normalizeEmail(body.email);
    const pair = `${email}\n${address}`;
    await deps.throttle.take(ALLOWANCES.logInFromAddress, pair);
    await deps.throttle.take(ALLOWANCES.logIn, email);

    const { account, waiting } = await asSystem(deps.db, async (tx) => ({
      account: await accountByEmail(tx, email),
      waiting: await pendingSignUp(tx, email),
    }));
    const stored = account ? account.passwordHash : (waiting?.passwordHash ?? null);
    const matches = await deps.hasher.verify(stored, body.password);
    if (!matches) throw new Problem('login-failed', 'The e-mail address or the password is wrong.');

    if (!account) {
      if (waiting) await sendAgain(deps, params.uid, waiting);
      throw new Problem('email-not-verified', 'The e-mail address is not confirmed yet. We have sent you a new code.');
    }
    await deps.throttle.forget(ALLOWANCES.logInFromAddress, pair);
    const factors = await asSystem(deps.db, (tx) => secondFactorsOf(tx, account.userId));
    if (factors.length > 0) {
      await rememberStep(interaction, { passwordOf: account.userId });
      throw secondFactorRequired(factors);
    }
    return finishInteraction(interaction, account.userId, ['pwd']);
  });
}

async function sendAgain(deps: Deps, interactionUid: string, waiting: SignUp): Promise<void> {
  const { email, passwordHash, language } = waiting;
  await deps.throttle.take(ALLOWANCES.signUpMail, email);
  const sendMail = await asSystem(deps.db, (tx) =>
    startSignUp(deps, tx, { interactionUid, email, passwordHash, language, decoy: false }),
  );
  sendMail();
}
