import { startPasskeyLogin } from '@berth/contract/api/identity';
import { asSystem } from '../../../db/transaction.ts';
import { type Route, route } from '../../../http/route.ts';
import type { IdentityDeps } from '../deps.ts';
import { passkeysOf } from '../factors/passkey-store.ts';
import { loadWebAuthn, relyingPartyNames } from '../factors/web-authn.ts';
import { openInteraction, rememberStep, stepsOf } from './interaction.ts';

type Deps = Pick<IdentityDeps, 'db' | 'provider' | 'interactionKey' | 'publicUrl'>;

/**
 * Options for the browser to use a passkey. Before any password it names none, so that nobody learns whether an
 * address has one: the browser offers what it has.
 */
export function startPasskeyLoginRoute(deps: Deps): Route {
  return route(startPasskeyLogin, async ({ params, exchange }) => {
    const interaction = await openInteraction(deps, params.uid, exchange);
    const { passwordOf } = stepsOf(interaction);
    const known = passwordOf ? await asSystem(deps.db, (tx) => passkeysOf(tx, passwordOf)) : [];
    const { generateAuthenticationOptions } = await loadWebAuthn();
    const options = await generateAuthenticationOptions({
      rpID: relyingPartyNames(deps.publicUrl).id,
      userVerification: 'required',
      allowCredentials: known.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
    });
    await rememberStep(interaction, { passkeyChallenge: options.challenge });
    return { ...options };
  });
}
