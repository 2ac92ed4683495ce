import { confirmTotp } from '@berth/contract/api/account';
import { asSystem } from '../../../db/transaction.ts';
import { type Route, route } from '../../../http/route.ts';
import { ALLOWANCES } from '../accounts/throttle.ts';
import type { IdentityDeps } from '../deps.ts';
import { invalidCode } from '../endpoints/verify-code.ts';
import { ensureRecoveryCodes } from '../factors/recovery-codes.ts';
import { takeTotpCode } from '../factors/totp-store.ts';

/** From the first right code on, signing in asks for one. Answers the recovery codes where it is the first factor. */
export function confirmTotpRoute(deps: Pick<IdentityDeps, 'db' | 'throttle' | 'sealer' | 'clock' | 'codeKey'>): Route {
  return route(confirmTotp, async ({ body, caller }) => {
    await deps.throttle.take(ALLOWANCES.secondFactor, caller.userId);
    const recoveryCodes = await asSystem(deps.db, async (tx) => {
      const when = { now: deps.clock.now(), confirming: true };
      if (!(await takeTotpCode(tx, deps.sealer, caller.userId, body.code, when))) throw invalidCode();
      return ensureRecoveryCodes(tx, deps.codeKey, caller.userId);
    });
    await deps.throttle.forget(ALLOWANCES.secondFactor, caller.userId);
    return { recoveryCodes };
  });
}
