import { logInWithPasskey, startPasskeyLogin } from '@berth/contract/api/identity';
import { asSystem } from '../../../db/transaction.ts';
import { ApiError } from '../../../http/api-error.ts';
import { type Route, route } from '../../../http/route.ts';
import { personById } from '../account/store.ts';
import type { IdentityDeps } from '../deps.ts';
import { checkPasskeyLogin, claimedId, loadWebAuthn, relyingPartyNames } from '../factors/check-passkey.ts';
import { countPasskeyUse, passkeyById, passkeysOf } from '../factors/store-passkeys.ts';
import { finishInteraction, openInteraction, recordStep, stepsOf } from './interaction.ts';

type StartDeps = Pick<IdentityDeps, 'db' | 'provider' | 'interactionKey' | 'publicUrl'>;

/**
 * Returns the browser's options to use a passkey. Before a password they list no passkeys, which would reveal whether an
 * address has one: the browser offers those it has.
 */
export function startPasskeyLoginRoute(deps: StartDeps): Route {
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
    await recordStep(interaction, { passkeyChallenge: options.challenge });
    return { ...options };
  });
}

type Deps = Pick<IdentityDeps, 'db' | 'provider' | 'interactionKey' | 'publicUrl'>;

/**
 * Logs in with a passkey. User verification makes it two factors, so it needs no password; after a password it must
 * belong to the same person.
 */
export function logInWithPasskeyRoute(deps: Deps): Route {
  return route(logInWithPasskey, async ({ params, body, exchange, audit }) => {
    const interaction = await openInteraction(deps, params.uid, exchange);
    const { passwordOf, passkeyChallenge } = stepsOf(interaction);
    const id = claimedId(body.credential);
    const passkey = id ? await asSystem(deps.db, (tx) => passkeyById(tx, id)) : undefined;
    if (!passkey || !passkeyChallenge || (passwordOf && passkey.user_id !== passwordOf)) throw refused();
    const counter = await checkPasskeyLogin(body.credential, passkey, passkeyChallenge, deps.publicUrl);
    if (counter === undefined) throw refused();
    const used = await asSystem(deps.db, (tx) => countPasskeyUse(tx, passkey.credential_id, counter));
    if (!used) throw refused();
    audit({ actor: await asSystem(deps.db, (tx) => personById(tx, passkey.user_id)) });
    return finishInteraction(interaction, passkey.user_id, ['hwk', 'mfa']);
  });
}

function refused(): ApiError {
  return new ApiError('login-failed', 'This passkey could not be used to log in.');
}
