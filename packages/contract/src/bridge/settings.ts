import Type from 'typebox';
import { closed, Empty, Nothing } from '../api/parts.ts';
import { PATTERNS } from '../profile/patterns.ts';
import { DeviceCode } from './login.ts';

/**
 * Who may open the machine's settings and reset it (profile, system.auth.settings_access). The agent decides, not the
 * page: while they are closed it changes no network and resets nothing, whoever asks.
 */
export const SETTINGS_WAYS = ['pin', 'product-id', 'local'] as const;

export const SettingsAccessState = closed({
  open: Type.Boolean(),
  /** How a person opens them here; empty where nobody may. */
  ways: Type.Array(Type.Enum([...SETTINGS_WAYS])),
});
export type SettingsAccessState = Type.Static<typeof SettingsAccessState>;

const line = (minLength: number) => Type.String({ minLength, maxLength: 256, pattern: PATTERNS['one-line'] });

export const SETTINGS_METHODS = {
  get_settings_access: { input: Nothing, output: SettingsAccessState },
  /** `login-failed` for another PIN, `rate-limited` after too many. */
  open_settings: { input: closed({ pin: line(1) }), output: Empty },
  /** By an account of the machine itself that may administer it. */
  open_settings_as: { input: closed({ user: line(1), password: line(0) }), output: Empty },
  /** By an administrator of the organization, who confirms with another device. */
  begin_settings_login: { input: Nothing, output: DeviceCode },
  await_settings_login: { input: Nothing, output: Empty },
  /** Whoever opened them is done. */
  close_settings: { input: Nothing, output: Empty },
} as const;
