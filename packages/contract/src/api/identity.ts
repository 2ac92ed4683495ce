import Type from 'typebox';
import { LANGUAGES } from '../rules/languages.ts';
import { EMAIL, PASSWORD } from '../rules/text.ts';
import { endpoint } from './declare.ts';
import { closed, nullable } from './parts.ts';

const Email = Type.String(EMAIL);
const Password = Type.String(PASSWORD);
const Code = Type.String({ pattern: '^[0-9]{6}$' });
const Token = Type.String({ minLength: 16, maxLength: 512 });
/** WebAuthn's own JSON formats, created and read by the browser and checked by the server. */
const WebAuthnJson = Type.Object({}, { additionalProperties: true });
/** The page's language, used for the mail; by default that of the login request or of the browser. */
const Language = Type.Optional(Type.Enum([...LANGUAGES]));
/** The next URL, which continues the login at the provider. */
const Redirect = closed({ redirectTo: Type.String() });

/**
 * Calls of our login pages to the embedded provider. The provider itself (authorization, token, discovery) speaks
 * OpenID Connect below /oidc and is not declared here.
 * An interaction is one login attempt, bound to the browser by the provider's cookie.
 */
const interaction = {
  root: true,
  authentication: 'interaction',
  rate: 'login',
  params: { uid: Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' }) },
  errors: ['interaction-expired'],
} as const;
const byMail = { root: true, authentication: 'public', rate: 'login' } as const;

export const readInteraction = endpoint('GET /identity/interactions/{uid}', {
  ...interaction,
  id: 'identity.readInteraction',
  summary: 'Read what a login interaction asks for',
  rate: 'read',
  reply: closed({
    prompt: Type.Union([Type.Literal('login'), Type.Literal('consent')]),
    clientName: Type.String(),
    loginHint: nullable(Type.String()),
    /** The machine's own page, to return without logging in; null if the login did not start there. */
    cancelTo: nullable(Type.String()),
  }),
});

export const logIn = endpoint('POST /identity/interactions/{uid}/login', {
  ...interaction,
  id: 'identity.logIn',
  summary: 'Log in with email address and password',
  body: closed({ email: Email, password: Type.String({ minLength: 1, maxLength: 256 }) }),
  reply: Redirect,
  errors: ['interaction-expired', 'login-failed', 'email-not-verified', 'second-factor-required'],
});

export const signUp = endpoint('POST /identity/interactions/{uid}/sign-up', {
  ...interaction,
  id: 'identity.signUp',
  summary: 'Create an account; a code is mailed to the address',
  body: closed({ email: Email, password: Password, termsAccepted: Type.Literal(true), language: Language }),
  reply: closed({ status: Type.Literal('verification-sent') }),
  status: 202,
});

export const verifyCode = endpoint('POST /identity/interactions/{uid}/verify-email', {
  ...interaction,
  id: 'identity.verifyCode',
  summary: 'Confirm the email address with the mailed code and log in',
  body: closed({ email: Email, code: Code }),
  reply: Redirect,
  errors: ['interaction-expired', 'invalid-code'],
});

export const sendCodeAgain = endpoint('POST /identity/interactions/{uid}/send-code-again', {
  ...interaction,
  id: 'identity.sendCodeAgain',
  summary: 'Mail a new code; the reply is the same for unknown addresses',
  body: closed({ email: Email, language: Language }),
  reply: closed({ status: Type.Literal('verification-sent') }),
  status: 202,
});

export const verifyEmail = endpoint('POST /identity/verify-email', {
  ...byMail,
  id: 'identity.verifyEmail',
  summary: 'Confirm the email address with the mailed link and the chosen password, in any browser',
  body: closed({ token: Token, password: Type.String({ minLength: 1, maxLength: 256 }) }),
  reply: closed({ email: Type.String() }),
  errors: ['invalid-code', 'login-failed'],
});

export const forgotPassword = endpoint('POST /identity/forgot-password', {
  ...byMail,
  id: 'identity.forgotPassword',
  summary: 'Mail a link to reset the password; the reply is the same for unknown addresses',
  body: closed({ email: Email, language: Language }),
  reply: closed({ status: Type.Literal('sent-if-known') }),
  status: 202,
});

export const resetPassword = endpoint('POST /identity/reset-password', {
  ...byMail,
  id: 'identity.resetPassword',
  summary: 'Reset the password with the mailed link',
  body: closed({ token: Token, password: Password }),
  reply: closed({ email: Type.String() }),
  errors: ['invalid-code'],
});

/** After logIn replied second-factor-required, in the same interaction. */
export const proveSecondFactor = endpoint('POST /identity/interactions/{uid}/second-factor', {
  ...interaction,
  id: 'identity.proveSecondFactor',
  summary: 'Finish logging in with an authenticator code or a recovery code',
  body: closed({ code: Type.String({ pattern: '^(?:[0-9]{6}|[A-Za-z0-9]{5}-?[A-Za-z0-9]{5})$' }) }),
  reply: Redirect,
  errors: ['interaction-expired', 'invalid-code'],
});

export const startPasskeyLogin = endpoint('POST /identity/interactions/{uid}/passkey/options', {
  ...interaction,
  id: 'identity.startPasskeyLogin',
  summary: 'Start logging in with a passkey: options for navigator.credentials.get (WebAuthn Level 3)',
  reply: WebAuthnJson,
});

export const logInWithPasskey = endpoint('POST /identity/interactions/{uid}/passkey', {
  ...interaction,
  id: 'identity.logInWithPasskey',
  summary: 'Log in with a passkey, instead of the password or as second factor',
  body: closed({ credential: WebAuthnJson }),
  reply: Redirect,
  errors: ['interaction-expired', 'login-failed'],
});
