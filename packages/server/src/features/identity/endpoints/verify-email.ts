import { verifyEmail } from '@berth/contract/api/identity';
import { asSystem } from '../../../db/transaction.ts';
import { type Route, route } from '../../../http/route.ts';
import { forgetSignUps, signUpByLink } from '../accounts/sign-up-store.ts';
import { insertAccount } from '../accounts/store.ts';
import type { IdentityDeps } from '../deps.ts';
import { hashToken } from '../tokens/secrets.ts';
import { invalidCode } from './verify-code.ts';

/** Proves the address with the mailed link. The person then signs in, in whatever browser they like. */
export function verifyEmailRoute(deps: Pick<IdentityDeps, 'db'>): Route {
  return route(verifyEmail, async ({ body, audit }) => {
    const made = await asSystem(deps.db, async (tx) => {
      const waiting = await signUpByLink(tx, hashToken(body.token));
      const account = waiting && (await insertAccount(tx, waiting));
      if (waiting) await forgetSignUps(tx, waiting.email);
      return account;
    });
    if (!made) throw invalidCode();
    audit({ actor: made });
    return { email: made.email };
  });
}
