import { logIn } from '@berth/contract/api/identity';
import { normalizeEmail } from '@berth/contract/rules/text';
import { asSystem } from '../../../db/transaction.ts';
import { ApiError } from '../../../http/api-error.ts';
import { type Route, route } from '../../../http/route.ts';
import type { IdentityDeps } from '../deps.ts';
import { passwordOwner } from '../passwords/check-password.ts';
import { finishInteraction, languageOf, openInteraction, recordStep } from './interaction.ts';
import { secondFactorRequired, secondFactorsOf } from './prove-second-factor.ts';
import { startSignUp } from './sign-up.ts';
import type { SignUp } from './store.ts';
import { ALLOWANCES } from './throttle.ts';

type Deps = Pick<
  IdentityDeps,
  'db' | 'provider' | 'hasher' | 'directory' | 'throttle' | 'mails' | 'publicUrl' | 'interactionKey' | 'codeKey'
>;

/**
 * Logs in with a password. An unknown address and a wrong password get the same reply after the same work. Only the
 * correct password of an unconfirmed account reveals that it is pending, and sends a new code.
 */
export function logInRoute(deps: Deps): Route {
  return route(logIn, async ({ params, body, exchange, address, audit }) => {
    const interaction = await openInteraction(deps, params.uid, exchange);
    const email = normalizeEmail(body.email);
    const pair = `${email}\n${address}`;
    await deps.throttle.take(ALLOWANCES.logInFromAddress, pair);
    await deps.throttle.take(ALLOWANCES.logIn, email);

    const language = languageOf(interaction, exchange);
    const owner = await passwordOwner(deps, { email, password: body.password, language });
    if (!owner) throw new ApiError('login-failed', 'Wrong email address or password.');
    if (owner.kind === 'sign-up') {
      await sendAgain(deps, params.uid, owner.waiting);
      throw new ApiError('email-not-verified', 'Confirm your email address first. We sent you a new code.');
    }
    await deps.throttle.reset(ALLOWANCES.logInFromAddress, pair);
    const factors = await asSystem(deps.db, (tx) => secondFactorsOf(tx, owner.account.userId));
    if (factors.length > 0) {
      await recordStep(interaction, { passwordOf: owner.account.userId });
      throw secondFactorRequired(factors);
    }
    audit({ actor: owner.account });
    return finishInteraction(interaction, owner.account.userId, ['pwd']);
  });
}

async function sendAgain(deps: Deps, interactionUid: string, waiting: SignUp): Promise<void> {
  const { email, passwordHash, language } = waiting;
  await deps.throttle.take(ALLOWANCES.signUpMail, email);
  await asSystem(deps.db, (tx) =>
    startSignUp(deps, tx, { interactionUid, email, passwordHash, language, decoy: false }),
  );
  deps.mails.send();
}
