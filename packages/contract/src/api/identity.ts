import Type from 'typebox';
import { LANGUAGES } from '../rules/languages.ts';
import { EMAIL, PASSWORD } from '../rules/text.ts';
import { endpoint } from './declare.ts';
import { closed, nullable } from './parts.ts';

/**
 * What our own pages need of the embedded provider while a person signs in. The provider itself (authorization,
 * token, discovery) speaks OpenID Connect below /oidc and is not declared here.
 * An interaction is one attempt to sign in; the provider's cookie binds it to the browser.
 */
const Email = Type.String(EMAIL);
const Password = Type.String(PASSWORD);
const Code = Type.String({ pattern: '^[0-9]{6}$' });
const Token = Type.String({ minLength: 16, maxLength: 512 });
/** What the reader's page speaks, and so the mail; without it, what the sign-in asked for or the browser prefers. */
const Language = Type.Optional(Type.Enum([...LANGUAGES]));
/** Where the browser goes next to carry on with the provider. */
const Redirect = closed({ redirectTo: Type.String() });

export const readInteraction = endpoint('GET /identity/interactions/{uid}', {
  id: 'identity.readInteraction',
  summary: 'What a sign-in interaction asks for',
  root: true,
  authentication: 'interaction',
  params: { uid: Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' }) },
  reply: closed({
    prompt: Type.Union([Type.Literal('login'), Type.Literal('consent')]),
    clientName: Type.String(),
    loginHint: nullable(Type.String()),
    /** The machine's own page, for who does not want to sign in after all; null where there is none to go back to. */
    cancelTo: nullable(Type.String()),
  }),
  errors: ['interaction-expired'],
});

export const logIn = endpoint('POST /identity/interactions/{uid}/login', {
  id: 'identity.logIn',
  summary: 'Sign in with e-mail address and password',
  root: true,
  authentication: 'interaction',
  rate: 'login',
  params: { uid: Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' }) },
  body: closed({ email: Email, password: Type.String({ minLength: 1, maxLength: 256 }) }),
  reply: Redirect,
  errors: ['interaction-expired', 'login-failed', 'email-not-verified', 'second-factor-required'],
});

export const signUp = endpoint('POST /identity/interactions/{uid}/sign-up', {
  id: 'identity.signUp',
  summary: 'Create an account; a code goes to the address by mail',
  root: true,
  authentication: 'interaction',
  rate: 'login',
  params: { uid: Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' }) },
  body: closed({ email: Email, password: Password, termsAccepted: Type.Literal(true), language: Language }),
  reply: closed({ status: Type.Literal('verification-sent') }),
  status: 202,
  errors: ['interaction-expired'],
});

export const verifyCode = endpoint('POST /identity/interactions/{uid}/verify-email', {
  id: 'identity.verifyCode',
  summary: 'Prove the address with the code from the mail, and be signed in',
  root: true,
  authentication: 'interaction',
  rate: 'login',
  params: { uid: Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' }) },
  body: closed({ email: Email, code: Code }),
  reply: Redirect,
  errors: ['interaction-expired', 'invalid-code'],
});

export const sendCodeAgain = endpoint('POST /identity/interactions/{uid}/send-code-again', {
  id: 'identity.sendCodeAgain',
  summary: 'Ask for another code in place of the one mailed; answers the same for addresses that nobody signed up with',
  root: true,
  authentication: 'interaction',
  rate: 'login',
  params: { uid: Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' }) },
  body: closed({ email: Email, language: Language }),
  reply: closed({ status: Type.Literal('verification-sent') }),
  status: 202,
  errors: ['interaction-expired'],
});

export const verifyEmail = endpoint('POST /identity/verify-email', {
  id: 'identity.verifyEmail',
  summary: 'Prove the address with the link from the mail, in any browser',
  root: true,
  authentication: 'public',
  rate: 'login',
  body: closed({ token: Token }),
  reply: closed({ email: Type.String() }),
  errors: ['invalid-code'],
});

export const forgotPassword = endpoint('POST /identity/forgot-password', {
  id: 'identity.forgotPassword',
  summary: 'Ask for a mail with a link to set a new password; answers the same for unknown addresses',
  root: true,
  authentication: 'public',
  rate: 'login',
  body: closed({ email: Email, language: Language }),
  reply: closed({ status: Type.Literal('sent-if-known') }),
  status: 202,
});

export const resetPassword = endpoint('POST /identity/reset-password', {
  id: 'identity.resetPassword',
  summary: 'Set a new password with the link from the mail',
  root: true,
  authentication: 'public',
  rate: 'login',
  body: closed({ token: Token, password: Password }),
  reply: closed({ email: Type.String() }),
  errors: ['invalid-code'],
});
