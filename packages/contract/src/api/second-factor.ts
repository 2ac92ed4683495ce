import Type from 'typebox';
import { endpoint } from './endpoint.ts';
import { closed, Empty, Nothing } from './parts.ts';

/** Finishing a sign-in interaction (identity.ts) with more than a password, or without one. */
const Interaction = closed({ uid: Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' }) });
/** Where the browser goes next to carry on with the provider. */
const Redirect = closed({ redirectTo: Type.String() });
/** WebAuthn's own JSON forms; the browser makes and reads them, the server checks them. */
const WebAuthnJson = Type.Object({}, { additionalProperties: true });

const shared = { query: Nothing, permission: null, rate: 'login', tenant: { kind: 'none' }, root: true } as const;

/** After logIn answered second-factor-required, in the same interaction. */
export const proveSecondFactor = endpoint({
  ...shared,
  id: 'identity.proveSecondFactor',
  method: 'POST',
  path: '/identity/interactions/{uid}/second-factor',
  summary: 'Finish signing in with a code of the authenticator app, or a recovery code',
  params: Interaction,
  body: closed({ code: Type.String({ pattern: '^(?:[0-9]{6}|[A-Za-z0-9]{5}-?[A-Za-z0-9]{5})$' }) }),
  reply: Redirect,
  status: 200,
  errors: ['interaction-expired', 'invalid-code'],
  authentication: 'interaction',
});

export const startPasskeyLogin = endpoint({
  ...shared,
  id: 'identity.startPasskeyLogin',
  method: 'POST',
  path: '/identity/interactions/{uid}/passkey/options',
  summary: 'Options for navigator.credentials.get (WebAuthn Level 3)',
  params: Interaction,
  body: Empty,
  reply: WebAuthnJson,
  status: 200,
  errors: ['interaction-expired'],
  authentication: 'interaction',
});

export const logInWithPasskey = endpoint({
  ...shared,
  id: 'identity.logInWithPasskey',
  method: 'POST',
  path: '/identity/interactions/{uid}/passkey',
  summary: 'Sign in with a passkey: instead of the password, or after it as second factor',
  params: Interaction,
  body: closed({ credential: WebAuthnJson }),
  reply: Redirect,
  status: 200,
  errors: ['interaction-expired', 'login-failed'],
  authentication: 'interaction',
});
