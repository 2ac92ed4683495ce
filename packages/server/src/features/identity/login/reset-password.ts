import { forgotPassword, resetPassword } from '@berth/contract/api/identity';
import { normalizeEmail } from '@berth/contract/rules/text';
import { asSystem } from '../../../db/transaction.ts';
import { type Route, route } from '../../../http/route.ts';
import { accountByEmail, accountById, setPasswordHash } from '../account/store.ts';
import { endSessions } from '../account/store-sessions.ts';
import type { IdentityDeps } from '../deps.ts';
import { rejectGuessable } from '../passwords/rule.ts';
import { hashToken, newToken } from '../tokens/secrets.ts';
import { consumeReset, insertReset, resetOwner } from './store.ts';
import { ALLOWANCES } from './throttle.ts';
import { invalidCode } from './verify-email.ts';

/** How long the mailed link is valid. */
const RESET_MINUTES = 60;

type ForgotDeps = Pick<IdentityDeps, 'db' | 'throttle' | 'mails' | 'publicUrl'>;

/** Mails a link to the owner of an account. Neither reply nor timing reveals whether there is one. */
export function forgotPasswordRoute({ db, throttle, mails, publicUrl }: ForgotDeps): Route {
  return route(forgotPassword, async ({ body }) => {
    const email = normalizeEmail(body.email);
    await throttle.take(ALLOWANCES.resetMail, email);
    const token = newToken();
    await asSystem(db, async (tx) => {
      const known = await accountByEmail(tx, email);
      // Accounts with a directory password must not get a local one.
      const owner = known?.passwordHash ? known : undefined;
      await insertReset(tx, hashToken(token), owner?.userId ?? null, RESET_MINUTES);
      const link = `${publicUrl}/session/login?reset=${token}`;
      const language = body.language ?? owner?.language ?? 'eng';
      const content = { kind: 'resetPassword', language, code: null, link, minutes: RESET_MINUTES } as const;
      await mails.add(tx, email, content, { decoy: !owner });
    });
    mails.send();
    return { status: 'sent-if-known' as const };
  });
}

type Deps = Pick<IdentityDeps, 'db' | 'hasher' | 'throttle' | 'mails' | 'publicUrl' | 'endedSessions'>;

/** Sets a new password with the mailed link, and ends all sessions. */
export function resetPasswordRoute(deps: Deps): Route {
  return route(resetPassword, async ({ body, audit }) => {
    const tokenHash = hashToken(body.token);
    const account = await asSystem(deps.db, async (tx) => {
      const owner = await resetOwner(tx, tokenHash);
      return owner && (await accountById(tx, owner));
    });
    // Before the expensive hash, so that forged links are cheap.
    if (!account) throw invalidCode();
    rejectGuessable(body.password, account.email);
    const passwordHash = await deps.hasher.hash(body.password);

    const ended = await asSystem(deps.db, async (tx) => {
      const owner = await consumeReset(tx, tokenHash);
      if (!owner) throw invalidCode();
      await setPasswordHash(tx, owner, passwordHash);
      await deps.mails.add(tx, account.email, {
        kind: 'passwordChanged',
        language: account.language,
        code: null,
        link: `${deps.publicUrl}/session/login`,
        minutes: null,
      });
      return endSessions(tx, owner, { allBut: undefined });
    });
    deps.endedSessions.announce(ended);
    audit({ actor: account });
    await deps.throttle.reset(ALLOWANCES.logIn, account.email);
    deps.mails.send();
    return { email: account.email };
  });
}
