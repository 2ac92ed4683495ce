import Type from 'typebox';
import { closed, Empty, Nothing } from '../api/parts.ts';
import { TIME_ZONE_MAX } from '../limits.ts';
import { KEYBOARD_LAYOUTS } from '../profile/keyboard-layouts.ts';
import { PATTERNS } from '../profile/patterns.ts';
import { MONITOR_ARRANGEMENTS, MONITOR_ROTATIONS } from '../rules/monitors.ts';
import { DeviceCode } from './login.ts';

/**
 * Access to the machine's settings and factory reset (profile, system.auth.settings_access). Enforced by the agent, not
 * by the page: while the settings are closed, it refuses network changes and resets.
 */
export const SETTINGS_WAYS = ['pin', 'product-id', 'local'] as const;

export const SettingsAccessState = closed({
  open: Type.Boolean(),
  /** How users open the settings on this machine; empty if no one may. */
  ways: Type.Array(Type.Enum([...SETTINGS_WAYS])),
});
export type SettingsAccessState = Type.Static<typeof SettingsAccessState>;

const line = (minLength: number) => Type.String({ minLength, maxLength: 256, pattern: PATTERNS['one-line'] });

export const SETTINGS_METHODS = {
  get_settings_access: { input: Nothing, output: SettingsAccessState },
  /** `login-failed` for a wrong PIN, `rate-limited` after too many. */
  open_settings: { input: closed({ pin: line(1) }), output: Empty },
  /** With a local account that may administer the machine. */
  open_settings_as: { input: closed({ user: line(1), password: line(0) }), output: Empty },
  /** With an administrator of the organization, who confirms on another device. */
  begin_settings_login: { input: Nothing, output: DeviceCode },
  await_settings_login: { input: Nothing, output: Empty },
  /** Closes the settings. */
  close_settings: { input: Nothing, output: Empty },
} as const;

/** IANA name of a time zone. */
const Zone = Type.String({ maxLength: TIME_ZONE_MAX, pattern: PATTERNS['time-zone'] });

export const TimeZoneState = closed({
  zone: Type.String(),
  /** Whether the profile sets it, so that it cannot be changed on the machine. */
  fixed: Type.Boolean(),
});
export type TimeZoneState = Type.Static<typeof TimeZoneState>;

/** The machine's time zone (profile, system.clock.time_zone, or chosen during setup). */
export const TIME_ZONE_METHODS = {
  get_time_zone: { input: Nothing, output: TimeZoneState },
  /** `forbidden` while the settings are closed or the profile sets the zone, `invalid-input` for an unknown zone. */
  set_time_zone: { input: closed({ zone: Zone }), output: Empty },
} as const;

/** What the machine's monitors show (profile, system.displays, or chosen in the machine's settings). */
export const DisplaysState = closed({
  /** From left to right, in pixels as shown; empty without a screen. */
  monitors: Type.Array(closed({ width: Type.Integer(), height: Type.Integer() })),
  arrangement: Type.Enum([...MONITOR_ARRANGEMENTS]),
  rotation: Type.Enum([...MONITOR_ROTATIONS]),
  /** Whether the profile sets it, so that it cannot be changed on the machine. */
  fixed: Type.Boolean(),
});
export type DisplaysState = Type.Static<typeof DisplaysState>;

const DisplaysChange = closed({
  arrangement: Type.Optional(Type.Enum([...MONITOR_ARRANGEMENTS])),
  rotation: Type.Optional(Type.Enum([...MONITOR_ROTATIONS])),
});

export const DISPLAY_METHODS = {
  get_displays: { input: Nothing, output: DisplaysState },
  /** Replies with the new state; `forbidden` while the settings are closed or the profile sets them. */
  change_displays: { input: DisplaysChange, output: DisplaysState },
} as const;

/** The choices at the computer's installation, which the setup wizard suggests; null if unknown. */
export const LOCALE_HINT_METHODS = {
  get_locale_hints: {
    input: Nothing,
    /** The language as a BCP 47 tag. */
    output: closed({
      language: Type.Union([Type.String(), Type.Null()]),
      keyboard: Type.Union([Type.Enum([...KEYBOARD_LAYOUTS]), Type.Null()]),
    }),
  },
} as const;

/** The machine's sound, for the status bar (spec chapter 3, audioControllersInStatusBar). */

export const AudioDirection = Type.Enum(['output', 'input']);
export type AudioDirection = Type.Static<typeof AudioDirection>;

export const AudioDevice = closed({
  id: Type.String(),
  name: Type.String(),
  /** Whether it is the default device. */
  chosen: Type.Boolean(),
  /** Percent. */
  volume: Type.Integer({ minimum: 0, maximum: 100 }),
  muted: Type.Boolean(),
});
export type AudioDevice = Type.Static<typeof AudioDevice>;

/** Both lists are empty on machines without sound. */
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

/** Each call replies with the new state. */
export const AUDIO_METHODS = {
  get_audio: { input: Nothing, output: AudioState },
  choose_audio: { input: closed(device), output: AudioState },
  change_audio: { input: AudioChange, output: AudioState },
} as const;

const Layout = Type.Enum([...KEYBOARD_LAYOUTS]);

/** The machine's keyboards, physical and on-screen (spec chapter 3, keyboard_layouts and osk_enabled). */
export const KeyboardState = closed({
  /** The profile's layouts, in its order. */
  layouts: Type.Array(Layout),
  layout: Layout,
  /** Whether the on-screen keyboard is available; every window then has a button for it. */
  onScreen: Type.Boolean(),
  /** Height in pixels that it covers at the bottom edge now. */
  covered: Type.Integer({ minimum: 0 }),
});
export type KeyboardState = Type.Static<typeof KeyboardState>;

export const KEYBOARD_METHODS = {
  get_keyboard: { input: Nothing, output: KeyboardState },
  /** Sets the layout until another one is chosen, even after a reboot. */
  choose_keyboard_layout: { input: closed({ layout: Layout }), output: Empty },
} as const;

const aids = {
  largeText: Type.Boolean(),
  highContrast: Type.Boolean(),
  /** Shift, Ctrl and Alt hold until the next key. */
  stickyKeys: Type.Boolean(),
  /** A key that is held longer repeats late and slowly. */
  slowRepeat: Type.Boolean(),
  /** Everything shown is read aloud. */
  screenReader: Type.Boolean(),
};

/** What a person needs to see and type more easily, until they log out. */
export const AccessibilityState = closed({
  ...aids,
  /** Whether the machine has a screen reader. */
  hasScreenReader: Type.Boolean(),
});
export type AccessibilityState = Type.Static<typeof AccessibilityState>;

export const ACCESSIBILITY_METHODS = {
  change_accessibility: { input: Type.Partial(closed(aids), { additionalProperties: false }), output: Empty },
} as const;
