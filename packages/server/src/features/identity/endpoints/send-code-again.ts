import { sendCodeAgain } from '@berth/contract/api/identity';
import { normalizeEmail } from '@berth/contract/rules/text';
import { asSystem } from '../../../db/transaction.ts';
import { type Route, route } from '../../../http/route.ts';
import { signUpIn } from '../accounts/sign-up-store.ts';
import { ALLOWANCES } from '../accounts/throttle.ts';
import type { IdentityDeps } from '../deps.ts';
import { openInteraction } from './interaction.ts';
import { startSignUp } from './sign-up-mail.ts';

type Deps = Pick<IdentityDeps, 'db' | 'provider' | 'throttle' | 'mails' | 'publicUrl' | 'interactionKey' | 'codeKey'>;

/**
 * Mails another code for a sign-up of this browser, in place of the one before. Only as many mails go to an address as
 * strangers may have sent to it.
 */
export function sendCodeAgainRoute(deps: Deps): Route {
  return route(sendCodeAgain, async ({ params, body, exchange }) => {
    await openInteraction(deps, params.uid, exchange);
    const email = normalizeEmail(body.email);
    await deps.throttle.take(ALLOWANCES.signUpMail, email);
    const sendMail = await asSystem(deps.db, async (tx) => {
      const waiting = await signUpIn(tx, params.uid, email);
      if (!waiting) return undefined;
      return startSignUp(deps, tx, { ...waiting, language: body.language ?? waiting.language });
    });
    sendMail?.();
    return { status: 'verification-sent' as const };
  });
}
