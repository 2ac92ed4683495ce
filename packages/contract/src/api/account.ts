import Type from 'typebox';
import { OrganizationIdSchema } from '../ids.ts';
import { LANGUAGES } from '../rules/languages.ts';
import { DISPLAY_NAME, PASSWORD } from '../rules/text.ts';
import { endpoint } from './declare.ts';
import { closed, Instant, nullable } from './parts.ts';

/** The caller's own account: sessions, password, second factors. */
const CurrentPassword = Type.String({ minLength: 1, maxLength: 256 });
const TotpCode = Type.String({ pattern: '^[0-9]{6}$' });
/** Language of the mails that a call sends. */
const Language = Type.Enum([...LANGUAGES]);
const SessionId = Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' });
const PasskeyId = Type.String({ pattern: '^[A-Za-z0-9_-]{1,1400}$' });
/** WebAuthn's own JSON formats, created and read by the browser and checked by the server. */
const WebAuthnJson = Type.Object({}, { additionalProperties: true });

/** Null if the account already has some. */
const RecoveryCodes = nullable(Type.Array(Type.String()));

/** Requires the password again, so it is rate-limited like a login. */
const guarded = { rate: 'login', errors: ['login-failed'] } as const;

export const Passkey = closed({
  id: PasskeyId,
  name: Type.String(),
  createdAt: Instant,
  lastUsedAt: nullable(Instant),
});

export const readAccount = endpoint('GET /account', {
  id: 'account.readAccount',
  summary: "Read the caller's account and its protection",
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
  /** The session of this call. */
  current: Type.Boolean(),
  client: Type.Union([Type.Literal('console'), Type.Literal('machine')]),
  userAgent: Type.String(),
  address: Type.String(),
  signedInAt: Instant,
  lastSeenAt: Instant,
});

export const listSessions = endpoint('GET /account/sessions', {
  id: 'account.listSessions',
  summary: "List the caller's sessions",
  reply: Type.Array(Session),
});

export const endSession = endpoint('DELETE /account/sessions/{sessionId}', {
  id: 'account.endSession',
  summary: 'End a session; its tokens are refused from then on',
  params: { sessionId: SessionId },
  errors: ['not-found'],
});

export const endAllSessions = endpoint('POST /account/sessions/end-all', {
  id: 'account.endAllSessions',
  summary: 'End all sessions, or all but the current one',
  body: closed({ keepCurrent: Type.Boolean() }),
  reply: closed({ ended: Type.Integer() }),
});

export const changePassword = endpoint('POST /account/password', {
  ...guarded,
  id: 'account.changePassword',
  summary: 'Change the password; all other sessions end',
  body: closed({ currentPassword: CurrentPassword, password: Type.String(PASSWORD) }),
  errors: ['login-failed', 'forbidden'],
});

export const startTotp = endpoint('POST /account/totp', {
  ...guarded,
  id: 'account.startTotp',
  summary: 'Start setting up an authenticator app (RFC 6238)',
  body: closed({ password: CurrentPassword }),
  reply: closed({ secret: Type.String(), uri: Type.String() }),
  errors: ['login-failed', 'authenticator-already-set-up'],
});

export const confirmTotp = endpoint('POST /account/totp/confirm', {
  ...guarded,
  id: 'account.confirmTotp',
  summary: 'Confirm the authenticator app with a code; the first second factor returns recovery codes, shown only once',
  body: closed({ code: TotpCode }),
  reply: closed({ recoveryCodes: RecoveryCodes }),
  errors: ['invalid-code'],
});

export const removeTotp = endpoint('POST /account/totp/remove', {
  ...guarded,
  id: 'account.removeTotp',
  summary: 'Remove the authenticator app',
  body: closed({ password: CurrentPassword }),
});

export const startPasskey = endpoint('POST /account/passkeys/options', {
  ...guarded,
  id: 'account.startPasskey',
  summary: 'Start adding a passkey: options for navigator.credentials.create (WebAuthn Level 3)',
  body: closed({ password: CurrentPassword }),
  reply: WebAuthnJson,
});

export const addPasskey = endpoint('POST /account/passkeys', {
  ...guarded,
  id: 'account.addPasskey',
  summary: 'Add the passkey that the browser created; the first second factor returns recovery codes, shown only once',
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

/** Why an account cannot be deleted: something depends on it. */
const ACCOUNT_OBSTACLES = ['members', 'machines', 'billing'] as const;

const AccountObstacle = closed({
  organizationId: OrganizationIdSchema,
  name: Type.String(),
  /** The caller owns an organization that has other members or machines, or is its billing administrator. */
  reason: Type.Enum([...ACCOUNT_OBSTACLES]),
});
export type AccountObstacle = Type.Static<typeof AccountObstacle>;

export const readDeletionObstacles = endpoint('GET /account/deletion', {
  id: 'account.readDeletionObstacles',
  summary: 'List what prevents deleting the account; empty if it can be deleted',
  reply: Type.Array(AccountObstacle),
});

export const sendDeletionCode = endpoint('POST /account/deletion/code', {
  ...guarded,
  id: 'account.sendDeletionCode',
  summary: 'Mail a code that confirms deleting an account without a password here',
  body: closed({ language: Language }),
  errors: ['not-found'],
});

export const deleteAccount = endpoint('POST /account/deletion', {
  ...guarded,
  id: 'account.delete',
  summary:
    "Delete the caller's account. Sessions, tokens, memberships, and keys end at once; organizations without other members and without machines are deleted too",
  /** The password, or the mailed code for an account without a password here. */
  body: closed({
    password: Type.Optional(CurrentPassword),
    code: Type.Optional(TotpCode),
    language: Type.Optional(Language),
  }),
  errors: ['login-failed', 'invalid-code', 'account-still-needed'],
});
