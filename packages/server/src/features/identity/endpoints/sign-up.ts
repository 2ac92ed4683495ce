import { signUp } from '@berth/contract/api/identity';
import { normalizeEmail } from '@berth/contract/rules/text';
import { asSystem } from '../../../db/transaction.ts';
import { type Route, route } from '../../../http/route.ts';
import { accountByEmail } from '../accounts/store.ts';
import { ALLOWANCES } from '../accounts/throttle.ts';
import type { IdentityDeps } from '../deps.ts';
import { refuseGuessable } from '../passwords/rule.ts';
import { languageOf, openInteraction } from './interaction.ts';
import { startSignUp } from './sign-up-mail.ts';

type Deps = Pick<
  IdentityDeps,
  'db' | 'provider' | 'hasher' | 'throttle' | 'mails' | 'publicUrl' | 'interactionKey' | 'codeKey'
>;

/**
 * Starts a sign-up. An address that has an account already gets the same answer after the same work; its owner is
 * told by mail.
 */
export function signUpRoute(deps: Deps): Route {
  return route(signUp, async ({ params, body, exchange }) => {
    const interaction = await openInteraction(deps, params.uid, exchange);
    const email = normalizeEmail(body.email);
    refuseGuessable(body.password, email);
    await deps.throttle.take(ALLOWANCES.signUpMail, email);
    const passwordHash = await deps.hasher.hash(body.password);
    const language = languageOf(interaction, exchange, body.language);
    const sendMail = await asSystem(deps.db, async (tx) => {
      const decoy = (await accountByEmail(tx, email)) !== undefined;
      return startSignUp(deps, tx, { interactionUid: params.uid, email, passwordHash, language, decoy });
    });
    sendMail();
    return { status: 'verification-sent' as const };
  });
}
