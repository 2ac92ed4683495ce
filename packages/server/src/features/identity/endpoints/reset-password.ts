import { resetPassword } from '@berth/contract/api/identity';
import { asSystem } from '../../../db/transaction.ts';
import { type Route, route } from '../../../http/route.ts';
import { consumeReset, resetOwner } from '../accounts/reset-store.ts';
import { endSessions } from '../accounts/sessions-store.ts';
import { accountById, setPasswordHash } from '../accounts/store.ts';
import { ALLOWANCES } from '../accounts/throttle.ts';
import type { IdentityDeps } from '../deps.ts';
import { refuseGuessable } from '../passwords/rule.ts';
import { hashToken } from '../tokens/secrets.ts';
import { invalidCode } from './verify-code.ts';

type Deps = Pick<IdentityDeps, 'db' | 'hasher' | 'throttle' | 'mails' | 'publicUrl' | 'endedSessions'>;

/** Sets a new password with the mailed link. Whoever knew the old one is signed out everywhere. */
export function resetPasswordRoute(deps: Deps): Route {
  return route(resetPassword, async ({ body, audit }) => {
    const tokenHash = hashToken(body.token);
    const account = await asSystem(deps.db, async (tx) => {
      const owner = await resetOwner(tx, tokenHash);
      return owner && (await accountById(tx, owner));
    });
    // Before the costly hash, so that made-up links cost nothing.
    if (!account) throw invalidCode();
    refuseGuessable(body.password, account.email);
    const passwordHash = await deps.hasher.hash(body.password);

    const ended = await asSystem(deps.db, async (tx) => {
      const owner = await consumeReset(tx, tokenHash);
      if (!owner) throw invalidCode();
      await setPasswordHash(tx, owner, passwordHash);
      return endSessions(tx, owner, { allBut: undefined });
    });
    deps.endedSessions.announce(ended);
    audit({ actor: account });
    await deps.throttle.forget(ALLOWANCES.logIn, account.email);
    deps.mails.post(account.email, {
      kind: 'passwordChanged',
      language: account.language,
      code: null,
      link: `${deps.publicUrl}/session/login`,
      minutes: null,
    });
    return { email: account.email };
  });
}
