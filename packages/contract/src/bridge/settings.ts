import Type from 'typebox';
import { closed, Empty, Nothing } from '../api/parts.ts';
import { TIME_ZONE_MAX } from '../limits.ts';
import { KEYBOARD_LAYOUTS } from '../profile/keyboard-layouts.ts';
import { PATTERNS } from '../profile/patterns.ts';
import { DeviceCode } from './login.ts';

/**
 * Who may open the machine's settings and reset it (profile, system.auth.settings_access). The agent decides, not the
 * page: while they are closed it changes no network and resets nothing.
 */
export const SETTINGS_WAYS = ['pin', 'product-id', 'local'] as const;

export const SettingsAccessState = closed({
  open: Type.Boolean(),
  /** How a user opens them on this machine; empty where no one may. */
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
  /** Closes the settings. */
  close_settings: { input: Nothing, output: Empty },
} as const;

/** IANA name of a time zone. */
const Zone = Type.String({ maxLength: TIME_ZONE_MAX, pattern: PATTERNS['time-zone'] });

export const TimeZoneState = closed({
  zone: Type.String(),
  /** Set by the profile: cannot be changed on the machine. */
  fixed: Type.Boolean(),
});
export type TimeZoneState = Type.Static<typeof TimeZoneState>;

/** What the machine's clock shows (profile, system.clock.time_zone, or the machine's setup). */
export const TIME_ZONE_METHODS = {
  get_time_zone: { input: Nothing, output: TimeZoneState },
  /** `forbidden` while the settings are closed or the profile says the zone, `invalid-input` for no zone. */
  set_time_zone: { input: closed({ zone: Zone }), output: Empty },
} as const;

/** What the status bar shows and sets of the machine's sound (spec chapter 3, audioControllersInStatusBar). */

export const AudioDirection = Type.Enum(['output', 'input']);
export type AudioDirection = Type.Static<typeof AudioDirection>;

export const AudioDevice = closed({
  id: Type.String(),
  name: Type.String(),
  /** Whether programs use it. */
  chosen: Type.Boolean(),
  /** Percent. */
  volume: Type.Integer({ minimum: 0, maximum: 100 }),
  muted: Type.Boolean(),
});
export type AudioDevice = Type.Static<typeof AudioDevice>;

/** Both lists are empty on a machine without sound. */
export const AudioState = closed({ outputs: Type.Array(AudioDevice), inputs: Type.Array(AudioDevice) });
export type AudioState = Type.Static<typeof AudioState>;

const device = { direction: AudioDirection, id: Type.String({ minLength: 1, maxLength: 256 }) };

export const AudioChange = closed({
  ...device,
  /** Percent. */
  volume: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
  muted: Type.Optional(Type.Boolean()),
});
export type AudioChange = Type.Static<typeof AudioChange>;

/** All answer with how it is then. */
export const AUDIO_METHODS = {
  get_audio: { input: Nothing, output: AudioState },
  choose_audio: { input: closed(device), output: AudioState },
  change_audio: { input: AudioChange, output: AudioState },
} as const;

const Layout = Type.Enum([...KEYBOARD_LAYOUTS]);

/** The machine's keyboards: of metal, and on the screen (spec chapter 3, keyboard_layouts and osk_enabled). */
export const KeyboardState = closed({
  /** Those of the profile, in its order. */
  layouts: Type.Array(Layout),
  layout: Layout,
  /** Whether a keyboard on the screen can be shown; every window then has a button for it. */
  onScreen: Type.Boolean(),
});
export type KeyboardState = Type.Static<typeof KeyboardState>;

export const KEYBOARD_METHODS = {
  get_keyboard: { input: Nothing, output: KeyboardState },
  /** Holds until another one is chosen, also after a reboot. */
  choose_keyboard_layout: { input: closed({ layout: Layout }), output: Empty },
} as const;
