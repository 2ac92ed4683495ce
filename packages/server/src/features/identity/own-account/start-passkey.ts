import { startPasskey } from '@berth/contract/api/account';
import { asSystem } from '../../../db/transaction.ts';
import { type Route, route } from '../../../http/route.ts';
import type { IdentityDeps } from '../deps.ts';
import { insertChallenge, passkeysOf } from '../factors/passkey-store.ts';
import { loadWebAuthn, relyingPartyNames } from '../factors/web-authn.ts';
import { confirmPassword } from './confirm-password.ts';

type Deps = Pick<IdentityDeps, 'db' | 'hasher' | 'directory' | 'throttle' | 'publicUrl'>;

/** Options for the browser to make a passkey that is found without a name and asks its owner (PIN, finger, face). */
export function startPasskeyRoute(deps: Deps): Route {
  return route(startPasskey, async ({ body, caller }) => {
    const { userId, email } = await confirmPassword(deps, caller, body.password);
    const { generateRegistrationOptions } = await loadWebAuthn();
    const known = await asSystem(deps.db, (tx) => passkeysOf(tx, userId));
    const options = await generateRegistrationOptions({
      rpName: 'Berth',
      rpID: relyingPartyNames(deps.publicUrl).id,
      userName: email,
      userID: new TextEncoder().encode(userId),
      attestationType: 'none',
      excludeCredentials: known.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    await asSystem(deps.db, (tx) => insertChallenge(tx, userId, options.challenge));
    return { ...options };
  });
}
