import { changePassword } from '@berth/contract/api/account';
import { asSystem } from '../../../db/transaction.ts';
import { ApiError } from '../../../http/api-error.ts';
import { type Route, route } from '../../../http/route.ts';
import { endSessions } from '../accounts/sessions-store.ts';
import { setPasswordHash } from '../accounts/store.ts';
import type { IdentityDeps } from '../deps.ts';
import { refuseGuessable } from '../passwords/rule.ts';
import { confirmPassword } from './confirm-password.ts';

type Deps = Pick<IdentityDeps, 'db' | 'hasher' | 'directory' | 'throttle' | 'mails' | 'publicUrl' | 'endedSessions'>;

/** Sets a new password. Whoever may have known the old one is signed out; this session stays. */
export function changePasswordRoute(deps: Deps): Route {
  return route(changePassword, async ({ body, caller }) => {
    const { userId, email, language, passwordHash: before } = await confirmPassword(deps, caller, body.currentPassword);
    if (before === null) throw new ApiError('forbidden', 'Your password is kept in a directory. Change it there.');
    refuseGuessable(body.password, email);
    const passwordHash = await deps.hasher.hash(body.password);
    const ended = await asSystem(deps.db, async (tx) => {
      await setPasswordHash(tx, userId, passwordHash);
      return endSessions(tx, userId, { allBut: caller.sessionId });
    });
    deps.endedSessions.announce(ended);
    const link = `${deps.publicUrl}/session/login`;
    deps.mails.post(email, { kind: 'passwordChanged', language, code: null, link, minutes: null });
    return null;
  });
}
