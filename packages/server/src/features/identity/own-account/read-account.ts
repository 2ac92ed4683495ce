import { readAccount } from '@berth/contract/api/account';
import { asSystem } from '../../../db/transaction.ts';
import { ApiError } from '../../../http/api-error.ts';
import { type Route, route } from '../../../http/route.ts';
import { accountDates } from '../accounts/store.ts';
import type { IdentityDeps } from '../deps.ts';
import { passkeysOf } from '../factors/passkey-store.ts';
import { recoveryCodesLeft } from '../factors/recovery-codes.ts';
import { hasTotp } from '../factors/totp-store.ts';
import { presentPasskey } from './present-passkey.ts';

/** The caller's account and how it is protected. */
export function readAccountRoute({ db }: Pick<IdentityDeps, 'db'>): Route {
  return route(readAccount, ({ caller }) =>
    asSystem(db, async (tx) => {
      const account = await accountDates(tx, caller.userId);
      if (!account) throw new ApiError('not-found', 'Your account is kept by another identity provider.');
      const passkeys = await passkeysOf(tx, caller.userId);
      return {
        email: account.email,
        createdAt: account.created_at,
        passwordChangedAt: account.password_changed_at,
        totp: await hasTotp(tx, caller.userId),
        recoveryCodesLeft: await recoveryCodesLeft(tx, caller.userId),
        passkeys: passkeys.map(presentPasskey),
      };
    }),
  );
}
