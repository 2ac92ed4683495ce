import { addPasskey } from '@berth/contract/api/account';
import { asSystem } from '../../../db/transaction.ts';
import { ApiError } from '../../../http/api-error.ts';
import { type Route, route } from '../../../http/route.ts';
import type { IdentityDeps } from '../deps.ts';
import { invalidCode } from '../endpoints/verify-code.ts';
import { checkNewPasskey } from '../factors/check-passkey.ts';
import { insertPasskey, takeChallenge } from '../factors/passkey-store.ts';
import { ensureRecoveryCodes } from '../factors/recovery-codes.ts';
import { presentPasskey } from './present-passkey.ts';

/** Adds the passkey that the browser made for the options before. */
export function addPasskeyRoute({ db, publicUrl, codeKey }: Pick<IdentityDeps, 'db' | 'publicUrl' | 'codeKey'>): Route {
  return route(addPasskey, async ({ body, caller: { userId } }) => {
    const challenge = await asSystem(db, (tx) => takeChallenge(tx, userId));
    const checked = challenge && (await checkNewPasskey(body.credential, challenge, publicUrl));
    if (!checked) throw invalidCode();
    return asSystem(db, async (tx) => {
      const added = await insertPasskey(tx, { ...checked, user_id: userId, name: body.name });
      if (!added) throw new ApiError('passkey-taken', 'This passkey is in use already.');
      return { passkey: presentPasskey(added), recoveryCodes: await ensureRecoveryCodes(tx, codeKey, userId) };
    });
  });
}
