import { removePasskey } from '@berth/contract/api/account';
import { asSystem } from '../../../db/transaction.ts';
import { ApiError } from '../../../http/api-error.ts';
import { type Route, route } from '../../../http/route.ts';
import type { IdentityDeps } from '../deps.ts';
import { deletePasskey } from '../factors/passkey-store.ts';
import { forgetUnneededCodes } from '../factors/recovery-codes.ts';
import { confirmPassword } from './confirm-password.ts';

/** Removes one of the caller's passkeys; the recovery codes too where it was the last factor. */
export function removePasskeyRoute(deps: Pick<IdentityDeps, 'db' | 'hasher' | 'directory' | 'throttle'>): Route {
  return route(removePasskey, async ({ params, body, caller }) => {
    const { userId } = await confirmPassword(deps, caller, body.password);
    const removed = await asSystem(deps.db, async (tx) => {
      const deleted = await deletePasskey(tx, userId, params.passkeyId);
      await forgetUnneededCodes(tx, userId);
      return deleted;
    });
    if (!removed) throw new ApiError('not-found', 'No such passkey.');
    return null;
  });
}
