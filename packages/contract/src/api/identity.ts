import Type from 'typebox';
import { LANGUAGES } from '../rules/languages.ts';
import { EMAIL, PASSWORD } from '../rules/text.ts';
import { endpoint } from './endpoint.ts';
import { closed, Empty, Nothing } from './parts.ts';

/**
 * What our own pages need of the embedded provider while a person signs in. The provider itself (authorization,
 * token, discovery) speaks OpenID Connect below /oidc and is not declared here.
 * An interaction is one attempt to sign in; the provider's cookie binds it to the browser.
 */
const Interaction = closed({ uid: Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' }) });
const Email = Type.String(EMAIL);
const Password = Type.String(PASSWORD);
const Code = Type.String({ pattern: '^[0-9]{6}$' });
const Token = Type.String({ minLength: 16, maxLength: 512 });
/** What the reader's page speaks, and so the mail; without it, what the sign-in asked for or the browser prefers. */
const Language = Type.Optional(Type.Enum([...LANGUAGES]));
/** Where the browser goes next to carry on with the provider. */
const Redirect = closed({ redirectTo: Type.String() });

const shared = { query: Nothing, permission: null, rate: 'login', tenant: { kind: 'none' }, root: true } as const;

export const readInteraction = endpoint({
  ...shared,
  id: 'identity.readInteraction',
  method: 'GET',
  path: '/identity/interactions/{uid}',
  summary: 'What a sign-in interaction asks for',
  params: Interaction,
  body: Empty,
  reply: closed({
    prompt: Type.Union([Type.Literal('login'), Type.Literal('consent')]),
    clientName: Type.String(),
    loginHint: Type.Union([Type.String(), Type.Null()]),
    /** The machine's own page, for who does not want to sign in after all; null where there is none to go back to. */
    cancelTo: Type.Union([Type.String(), Type.Null()]),
  }),
  status: 200,
  errors: ['interaction-expired'],
  authentication: 'interaction',
  rate: 'read',
});

export const logIn = endpoint({
  ...shared,
  id: 'identity.logIn',
  method: 'POST',
  path: '/identity/interactions/{uid}/login',
  summary: 'Sign in with e-mail address and password',
  params: Interaction,
  body: closed({ email: Email, password: Type.String({ minLength: 1, maxLength: 256 }) }),
  reply: Redirect,
  status: 200,
  errors: ['interaction-expired', 'login-failed', 'email-not-verified', 'second-factor-required'],
  authentication: 'interaction',
});

export const signUp = endpoint({
  ...shared,
  id: 'identity.signUp',
  method: 'POST',
  path: '/identity/interactions/{uid}/sign-up',
  summary: 'Create an account; a code goes to the address by mail',
  params: Interaction,
  body: closed({ email: Email, password: Password, termsAccepted: Type.Literal(true), language: Language }),
  reply: closed({ status: Type.Literal('verification-sent') }),
  status: 202,
  errors: ['interaction-expired'],
  authentication: 'interaction',
});

export const verifyCode = endpoint({
  ...shared,
  id: 'identity.verifyCode',
  method: 'POST',
  path: '/identity/interactions/{uid}/verify-email',
  summary: 'Prove the address with the code from the mail, and be signed in',
  params: Interaction,
  body: closed({ email: Email, code: Code }),
  reply: Redirect,
  status: 200,
  errors: ['interaction-expired', 'invalid-code'],
  authentication: 'interaction',
});

export const sendCodeAgain = endpoint({
  ...shared,
  id: 'identity.sendCodeAgain',
  method: 'POST',
  path: '/identity/interactions/{uid}/send-code-again',
  summary: 'Ask for another code in place of the one mailed; answers the same for addresses that nobody signed up with',
  params: Interaction,
  body: closed({ email: Email, language: Language }),
  reply: closed({ status: Type.Literal('verification-sent') }),
  status: 202,
  errors: ['interaction-expired'],
  authentication: 'interaction',
});

export const verifyEmail = endpoint({
  ...shared,
  id: 'identity.verifyEmail',
  method: 'POST',
  path: '/identity/verify-email',
  summary: 'Prove the address with the link from the mail, in any browser',
  params: Nothing,
  body: closed({ token: Token }),
  reply: closed({ email: Type.String() }),
  status: 200,
  errors: ['invalid-code'],
  authentication: 'public',
});

export const forgotPassword = endpoint({
  ...shared,
  id: 'identity.forgotPassword',
  method: 'POST',
  path: '/identity/forgot-password',
  summary: 'Ask for a mail with a link to set a new password; answers the same for unknown addresses',
  params: Nothing,
  body: closed({ email: Email, language: Language }),
  reply: closed({ status: Type.Literal('sent-if-known') }),
  status: 202,
  errors: [],
  authentication: 'public',
});

export const resetPassword = endpoint({
  ...shared,
  id: 'identity.resetPassword',
  method: 'POST',
  path: '/identity/reset-password',
  summary: 'Set a new password with the link from the mail',
  params: Nothing,
  body: closed({ token: Token, password: Password }),
  reply: closed({ email: Type.String() }),
  status: 200,
  errors: ['invalid-code'],
  authentication: 'public',
});
