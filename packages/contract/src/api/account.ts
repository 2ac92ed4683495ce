import Type from 'typebox';
import { OrganizationIdSchema } from '../ids.ts';
import { DISPLAY_NAME, PASSWORD } from '../rules/text.ts';
import { endpoint } from './declare.ts';
import { closed, Instant, nullable } from './parts.ts';

/** What signed-in people do with their own account: sessions, password, second factors. */
const CurrentPassword = Type.String({ minLength: 1, maxLength: 256 });
const TotpCode = Type.String({ pattern: '^[0-9]{6}$' });
const SessionId = Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' });
const PasskeyId = Type.String({ pattern: '^[A-Za-z0-9_-]{1,1400}$' });
/** WebAuthn's own JSON forms; the browser makes and reads them, the server checks them. */
const WebAuthnJson = Type.Object({}, { additionalProperties: true });

/** Null where the account has some already. */
const RecoveryCodes = nullable(Type.Array(Type.String()));

/** Asks for the password again, so it is bounded like a login. */
const guarded = { rate: 'login', errors: ['login-failed'] } as const;

export const Passkey = closed({
  id: PasskeyId,
  name: Type.String(),
  createdAt: Instant,
  lastUsedAt: nullable(Instant),
});

export const readAccount = endpoint('GET /account', {
  id: 'account.readAccount',
  summary: 'The caller’s own account and how it is protected',
  reply: closed({
    email: Type.String(),
    createdAt: Instant,
    passwordChangedAt: Instant,
    totp: Type.Boolean(),
    recoveryCodesLeft: Type.Integer(),
    passkeys: Type.Array(Passkey),
  }),
  errors: ['not-found'],
});

export const Session = closed({
  id: SessionId,
  /** The one that this call comes from. */
  current: Type.Boolean(),
  client: Type.Union([Type.Literal('console'), Type.Literal('machine')]),
  userAgent: Type.String(),
  address: Type.String(),
  signedInAt: Instant,
  lastSeenAt: Instant,
});

export const listSessions = endpoint('GET /account/sessions', {
  id: 'account.listSessions',
  summary: 'Where the caller is signed in',
  reply: Type.Array(Session),
});

export const endSession = endpoint('DELETE /account/sessions/{sessionId}', {
  id: 'account.endSession',
  summary: 'Sign out one session; its tokens are refused from then on',
  params: { sessionId: SessionId },
  errors: ['not-found'],
});

export const endAllSessions = endpoint('POST /account/sessions/end-all', {
  id: 'account.endAllSessions',
  summary: 'Sign out everywhere, or everywhere but here',
  body: closed({ keepCurrent: Type.Boolean() }),
  reply: closed({ ended: Type.Integer() }),
});

export const changePassword = endpoint('POST /account/password', {
  ...guarded,
  id: 'account.changePassword',
  summary: 'Set a new password; all other sessions are signed out',
  body: closed({ currentPassword: CurrentPassword, password: Type.String(PASSWORD) }),
  errors: ['login-failed', 'forbidden'],
});

export const startTotp = endpoint('POST /account/totp', {
  ...guarded,
  id: 'account.startTotp',
  summary: 'Begin to set up codes of an authenticator app (RFC 6238)',
  body: closed({ password: CurrentPassword }),
  reply: closed({ secret: Type.String(), uri: Type.String() }),
  errors: ['login-failed', 'authenticator-already-set-up'],
});

export const confirmTotp = endpoint('POST /account/totp/confirm', {
  ...guarded,
  id: 'account.confirmTotp',
  summary: 'Prove the authenticator app with a code; with the first factor come recovery codes, once',
  body: closed({ code: TotpCode }),
  reply: closed({ recoveryCodes: RecoveryCodes }),
  errors: ['invalid-code'],
});

export const removeTotp = endpoint('POST /account/totp/remove', {
  ...guarded,
  id: 'account.removeTotp',
  summary: 'Log in without an authenticator app again',
  body: closed({ password: CurrentPassword }),
});

export const startPasskey = endpoint('POST /account/passkeys/options', {
  ...guarded,
  id: 'account.startPasskey',
  summary: 'Begin to add a passkey: options for navigator.credentials.create (WebAuthn Level 3)',
  body: closed({ password: CurrentPassword }),
  reply: WebAuthnJson,
});

export const addPasskey = endpoint('POST /account/passkeys', {
  ...guarded,
  id: 'account.addPasskey',
  summary: 'Add the passkey that the browser made; with the first factor come recovery codes, once',
  body: closed({ name: Type.String(DISPLAY_NAME), credential: WebAuthnJson }),
  reply: closed({ passkey: Passkey, recoveryCodes: RecoveryCodes }),
  status: 201,
  errors: ['invalid-code', 'passkey-taken'],
});

export const removePasskey = endpoint('POST /account/passkeys/{passkeyId}/remove', {
  ...guarded,
  id: 'account.removePasskey',
  summary: 'Remove a passkey',
  params: { passkeyId: PasskeyId },
  body: closed({ password: CurrentPassword }),
  errors: ['login-failed', 'not-found'],
});

/** Why an account is still needed: somebody or something depends on it. */
const ACCOUNT_OBSTACLES = ['members', 'machines', 'billing'] as const;

const AccountObstacle = closed({
  organizationId: OrganizationIdSchema,
  name: Type.String(),
  /** An organization of the caller's own has other members, or machines; or the caller administers its billing. */
  reason: Type.Enum([...ACCOUNT_OBSTACLES]),
});
export type AccountObstacle = Type.Static<typeof AccountObstacle>;

export const readGivingUp = endpoint('GET /account/give-up', {
  id: 'account.readGivingUp',
  summary: 'What stands against giving up the account; nothing where it can be given up',
  reply: Type.Array(AccountObstacle),
});

export const giveUpAccount = endpoint('POST /account/give-up', {
  ...guarded,
  id: 'account.giveUp',
  summary:
    'Delete the caller’s account: sessions and tokens end at once, memberships and keys too; organizations that nobody else is in and that have no machines are deleted with it',
  body: closed({ password: CurrentPassword }),
  errors: ['login-failed', 'account-still-needed'],
});
