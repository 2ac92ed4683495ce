import { changePassword, readAccount } from '@berth/contract/api/account';
import { asSystem } from '../../../db/transaction.ts';
import { ApiError } from '../../../http/api-error.ts';
import { type Route, route } from '../../../http/route.ts';
import type { IdentityDeps } from '../deps.ts';
import { presentPasskey } from '../factors/manage-passkeys.ts';
import { recoveryCodesLeft } from '../factors/recovery-codes.ts';
import { passkeysOf } from '../factors/store-passkeys.ts';
import { hasTotp } from '../factors/store-totp.ts';
import { confirmPassword } from '../passwords/check-password.ts';
import { rejectGuessable } from '../passwords/rule.ts';
import { accountDates, setPasswordHash } from './store.ts';
import { endSessions } from './store-sessions.ts';

/** Returns the caller's account and its protection. */
export function readAccountRoute({ db }: Pick<IdentityDeps, 'db'>): Route {
  return route(readAccount, ({ caller }) =>
    asSystem(db, async (tx) => {
      const account = await accountDates(tx, caller.userId);
      if (!account) throw new ApiError('not-found', 'Your account is managed by another identity provider.');
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

type Deps = Pick<IdentityDeps, 'db' | 'hasher' | 'directory' | 'throttle' | 'mails' | 'publicUrl' | 'endedSessions'>;

/** Sets a new password and ends all other sessions. */
export function changePasswordRoute(deps: Deps): Route {
  return route(changePassword, async ({ body, caller }) => {
    const { userId, email, language, passwordHash: before } = await confirmPassword(deps, caller, body.currentPassword);
    if (before === null) throw new ApiError('forbidden', 'Your password is managed in a directory. Change it there.');
    rejectGuessable(body.password, email);
    const passwordHash = await deps.hasher.hash(body.password);
    const link = `${deps.publicUrl}/session/login`;
    const ended = await asSystem(deps.db, async (tx) => {
      await setPasswordHash(tx, userId, passwordHash);
      await deps.mails.add(tx, email, { kind: 'passwordChanged', language, code: null, link, minutes: null });
      return endSessions(tx, userId, { allBut: caller.sessionId });
    });
    deps.endedSessions.announce(ended);
    deps.mails.send();
    return null;
  });
}
