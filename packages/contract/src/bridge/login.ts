import Type from 'typebox';
import { closed, Empty, Nothing } from '../api/parts.ts';
import { PATTERNS } from '../profile/patterns.ts';

/** The machine's current user and login methods (spec chapter 3, login providers; chapter 2, greeter). */

/** With name and password on the machine itself. */
export const PASSWORD_PROVIDERS = ['local', 'ldap'] as const;
/** With a phone or another computer (RFC 8628). */
export const DEVICE_PROVIDERS = ['azure-ad', 'product-id'] as const;
export type DeviceProvider = (typeof DEVICE_PROVIDERS)[number];
/** The names from the organization's settings. */
export const LOGIN_PROVIDERS = [...PASSWORD_PROVIDERS, ...DEVICE_PROVIDERS] as const;
export type LoginProvider = (typeof LOGIN_PROVIDERS)[number];

export const LoginUser = closed({
  /** Empty after an automatic login. */
  name: Type.String(),
  provider: Type.Union([Type.Enum([...LOGIN_PROVIDERS]), Type.Literal('automatic')]),
});
export type LoginUser = Type.Static<typeof LoginUser>;

export const LoginState = closed({
  /** Null if no one is logged in: the greeter is shown, and no session opens. */
  user: Type.Union([LoginUser, Type.Null()]),
  /** Login methods that the organization allows and this machine supports, with recent names if the history is on. */
  providers: Type.Array(closed({ id: Type.Enum([...LOGIN_PROVIDERS]), history: Type.Array(Type.String()) })),
  /** Seconds after which the greeter starts the session automatically; null if a login is required. */
  automaticAfter: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]),
  /** Seconds until an idle session ends without input. */
  endsIn: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]),
});
export type LoginState = Type.Static<typeof LoginState>;

/** What a person needs to log in with another device. */
export const DeviceCode = closed({ userCode: Type.String(), uri: Type.String(), completeUri: Type.String() });
export type DeviceCode = Type.Static<typeof DeviceCode>;

const line = (minLength: number) => Type.String({ minLength, maxLength: 256, pattern: PATTERNS['one-line'] });

export const LOGIN_METHODS = {
  get_login: { input: Nothing, output: LoginState },
  /** Replies once the session has started; `login-failed` or `login-timed-out` otherwise (spec chapter 4). */
  log_in: {
    input: closed({ provider: Type.Enum([...PASSWORD_PROVIDERS]), user: line(1), password: line(0) }),
    output: Empty,
  },
  /** With a `user`, nobody else can confirm the code. */
  begin_device_login: {
    input: closed({ provider: Type.Enum([...DEVICE_PROVIDERS]), user: Type.Optional(line(1)) }),
    output: DeviceCode,
  },
  /** Replies once the user has confirmed on the other device; starting another login ends this one. */
  await_device_login: { input: Nothing, output: Empty },
  /** Starts an anonymous session, if the profile allows it. */
  log_in_automatically: { input: Nothing, output: Empty },
  log_out: { input: Nothing, output: Empty },
} as const;
