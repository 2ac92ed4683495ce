import { removeTotp } from '@berth/contract/api/account';
import { asSystem } from '../../../db/transaction.ts';
import { type Route, route } from '../../../http/route.ts';
import type { IdentityDeps } from '../deps.ts';
import { forgetUnneededCodes } from '../factors/recovery-codes.ts';
import { deleteTotp } from '../factors/totp-store.ts';
import { confirmPassword } from './confirm-password.ts';

/** Removes the authenticator app; the recovery codes too where it was the last factor. */
export function removeTotpRoute(deps: Pick<IdentityDeps, 'db' | 'hasher' | 'directory' | 'throttle'>): Route {
  return route(removeTotp, async ({ body, caller }) => {
    const { userId } = await confirmPassword(deps, caller, body.password);
    await asSystem(deps.db, async (tx) => {
      await deleteTotp(tx, userId);
      await forgetUnneededCodes(tx, userId);
    });
    return null;
  });
}
