import { forgotPassword } from '@berth/contract/api/identity';
import { normalizeEmail } from '@berth/contract/rules/text';
import { asSystem } from '../../../db/transaction.ts';
import { type Route, route } from '../../../http/route.ts';
import { insertReset } from '../accounts/reset-store.ts';
import { accountByEmail } from '../accounts/store.ts';
import { ALLOWANCES } from '../accounts/throttle.ts';
import type { IdentityDeps } from '../deps.ts';
import { hashToken, newToken } from '../tokens/secrets.ts';

/** How long the link of the mail works. */
const RESET_MINUTES = 60;

type Deps = Pick<IdentityDeps, 'db' | 'throttle' | 'mails' | 'publicUrl'>;

/** Mails a link to the owner of an account. The answer neither says nor shows by its time whether there is one. */
export function forgotPasswordRoute({ db, throttle, mails, publicUrl }: Deps): Route {
  return route(forgotPassword, async ({ body }) => {
    const email = normalizeEmail(body.email);
    await throttle.take(ALLOWANCES.resetMail, email);
    const token = newToken();
    const account = await asSystem(db, async (tx) => {
      const known = await accountByEmail(tx, email);
      // Whose password a directory keeps must not get a second one here.
      const owner = known?.passwordHash ? known : undefined;
      await insertReset(tx, hashToken(token), owner?.userId ?? null, RESET_MINUTES);
      return owner;
    });
    if (account) {
      const link = `${publicUrl}/session/login?reset=${token}`;
      const language = body.language ?? account.language;
      mails.post(email, { kind: 'resetPassword', language, code: null, link, minutes: RESET_MINUTES });
    }
    return { status: 'sent-if-known' as const };
  });
}
