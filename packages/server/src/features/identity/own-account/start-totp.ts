import { startTotp } from '@berth/contract/api/account';
import { asSystem } from '../../../db/transaction.ts';
import { ApiError } from '../../../http/api-error.ts';
import { type Route, route } from '../../../http/route.ts';
import type { IdentityDeps } from '../deps.ts';
import { base32, newTotpSecret, totpUri } from '../factors/totp.ts';
import { insertTotp } from '../factors/totp-store.ts';
import { confirmPassword } from './confirm-password.ts';

/** Hands out the secret for an authenticator app; it guards nothing until a code has proven it. */
export function startTotpRoute(deps: Pick<IdentityDeps, 'db' | 'hasher' | 'directory' | 'throttle' | 'sealer'>): Route {
  return route(startTotp, async ({ body, caller }) => {
    const { userId, email } = await confirmPassword(deps, caller, body.password);
    const secret = newTotpSecret();
    const started = await asSystem(deps.db, (tx) => insertTotp(tx, deps.sealer, userId, secret));
    if (!started)
      throw new ApiError('authenticator-already-set-up', 'An authenticator app is set up already. Remove it first.');
    return { secret: base32(secret), uri: totpUri(secret, email) };
  });
}
