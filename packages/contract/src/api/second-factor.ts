import Type from 'typebox';
import { endpoint } from './declare.ts';
import { closed } from './parts.ts';

/** Finishing a sign-in interaction (identity.ts) with more than a password, or without one. */
/** Where the browser goes next to carry on with the provider. */
const Redirect = closed({ redirectTo: Type.String() });
/** WebAuthn's own JSON forms; the browser makes and reads them, the server checks them. */
const WebAuthnJson = Type.Object({}, { additionalProperties: true });

/** After logIn answered second-factor-required, in the same interaction. */
export const proveSecondFactor = endpoint('POST /identity/interactions/{uid}/second-factor', {
  id: 'identity.proveSecondFactor',
  summary: 'Finish signing in with a code of the authenticator app, or a recovery code',
  root: true,
  authentication: 'interaction',
  rate: 'login',
  params: { uid: Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' }) },
  body: closed({ code: Type.String({ pattern: '^(?:[0-9]{6}|[A-Za-z0-9]{5}-?[A-Za-z0-9]{5})$' }) }),
  reply: Redirect,
  errors: ['interaction-expired', 'invalid-code'],
});

export const startPasskeyLogin = endpoint('POST /identity/interactions/{uid}/passkey/options', {
  id: 'identity.startPasskeyLogin',
  summary: 'Options for navigator.credentials.get (WebAuthn Level 3)',
  root: true,
  authentication: 'interaction',
  rate: 'login',
  params: { uid: Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' }) },
  reply: WebAuthnJson,
  errors: ['interaction-expired'],
});

export const logInWithPasskey = endpoint('POST /identity/interactions/{uid}/passkey', {
  id: 'identity.logInWithPasskey',
  summary: 'Sign in with a passkey: instead of the password, or after it as second factor',
  root: true,
  authentication: 'interaction',
  rate: 'login',
  params: { uid: Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' }) },
  body: closed({ credential: WebAuthnJson }),
  reply: Redirect,
  errors: ['interaction-expired', 'login-failed'],
});
