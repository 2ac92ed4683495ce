import { confirmTotp, removeTotp, startTotp } from '@berth/contract/api/account';
import { asSystem } from '../../../db/transaction.ts';
import { ApiError } from '../../../http/api-error.ts';
import { type Route, route } from '../../../http/route.ts';
import type { IdentityDeps } from '../deps.ts';
import { ALLOWANCES } from '../login/throttle.ts';
import { invalidCode } from '../login/verify-email.ts';
import { confirmPassword } from '../passwords/check-password.ts';
import { deleteUnneededCodes, ensureRecoveryCodes } from './recovery-codes.ts';
import { deleteTotp, insertTotp, takeTotpCode } from './store-totp.ts';
import { base32, newTotpSecret, totpUri } from './totp.ts';

/** Returns the secret for an authenticator app; it is inactive until a code confirms it. */
export function startTotpRoute(deps: Pick<IdentityDeps, 'db' | 'hasher' | 'directory' | 'throttle' | 'sealer'>): Route {
  return route(startTotp, async ({ body, caller }) => {
    const { userId, email } = await confirmPassword(deps, caller, body.password);
    const secret = newTotpSecret();
    const started = await asSystem(deps.db, (tx) => insertTotp(tx, deps.sealer, userId, secret));
    if (!started)
      throw new ApiError('authenticator-already-set-up', 'An authenticator app is already set up. Remove it first.');
    return { secret: base32(secret), uri: totpUri(secret, email) };
  });
}

/** Activates the authenticator app with its first correct code. Returns recovery codes if it is the first factor. */
export function confirmTotpRoute(deps: Pick<IdentityDeps, 'db' | 'throttle' | 'sealer' | 'clock' | 'codeKey'>): Route {
  return route(confirmTotp, async ({ body, caller }) => {
    await deps.throttle.take(ALLOWANCES.secondFactor, caller.userId);
    const recoveryCodes = await asSystem(deps.db, async (tx) => {
      const when = { now: deps.clock.now(), confirming: true };
      if (!(await takeTotpCode(tx, deps.sealer, caller.userId, body.code, when))) throw invalidCode();
      return ensureRecoveryCodes(tx, deps.codeKey, caller.userId);
    });
    await deps.throttle.reset(ALLOWANCES.secondFactor, caller.userId);
    return { recoveryCodes };
  });
}

/** Removes the authenticator app, and the recovery codes with the last factor. */
export function removeTotpRoute(deps: Pick<IdentityDeps, 'db' | 'hasher' | 'directory' | 'throttle'>): Route {
  return route(removeTotp, async ({ body, caller }) => {
    const { userId } = await confirmPassword(deps, caller, body.password);
    await asSystem(deps.db, async (tx) => {
      await deleteTotp(tx, userId);
      await deleteUnneededCodes(tx, userId);
    });
    return null;
  });
}
