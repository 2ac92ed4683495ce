import Type from 'typebox';
import { AUTO_LOGIN_TIMEOUT_S_DEFAULT, LOCAL_SESSION_TIMEOUT_MIN, MONITORS_MAX, TIME_ZONE_MAX } from '../limits.ts';
import { MONITOR_ARRANGEMENTS, MONITOR_ROTATIONS, SESSION_MONITORS } from '../rules/monitors.ts';
import { equals, needs, needsText, rule } from './conditions.ts';
import { choice, flag, section, whole } from './schema.ts';
import { line, secret } from './texts.ts';

/** Login, idle timeout and access to settings (spec chapter 3, system.auth). */

export const LOGIN_MODES = ['external-login', 'auto-login'] as const;
export const TIMEOUT_ACTIONS = ['nothing', 'blank', 'suspend', 'logout', 'interactive'] as const;

/** `timeout` is in minutes. */
const LocalSessionTimeout = section({
  enabled: flag(false),
  timeout: whole({
    minimum: LOCAL_SESSION_TIMEOUT_MIN.min,
    maximum: LOCAL_SESSION_TIMEOUT_MIN.max,
    default: LOCAL_SESSION_TIMEOUT_MIN.default,
  }),
  actionOnTimeout: choice(TIMEOUT_ACTIONS, 'logout'),
});

/** Who may open a machine's settings, including network and factory reset. */
export const SETTINGS_OPENERS = ['everybody', 'pin', 'administrators', 'nobody'] as const;
export type SettingsOpener = (typeof SETTINGS_OPENERS)[number];

/** Our addition. `pin` is required if a PIN opens them. */
const SettingsAccess = section(
  {
    who: choice(SETTINGS_OPENERS, 'administrators'),
    pin: Type.Optional(secret(64, { sentTo: 'fixed', minLength: 4 })),
  },
  { allOf: [rule(equals('who', 'pin'), needsText('pin'))] },
);

/** `auto-login-timeout` is in seconds. */
export const Auth = section(
  {
    mode: choice(LOGIN_MODES, 'auto-login'),
    'auto-login-timeout': whole({ minimum: 1, maximum: 86_400, default: AUTO_LOGIN_TIMEOUT_S_DEFAULT }),
    closeSessionsOnLogout: flag(true),
    renew_OTCs_on_sessions_logout: flag(true),
    localSessionTimeout: LocalSessionTimeout,
    settings_access: SettingsAccess,
  },
  { allOf: [rule(equals('mode', 'auto-login'), needs('auto-login-timeout'))] },
);

/** Spec chapter 3, system.accessibility. `osk_enabled` is the on-screen keyboard. */
export const Accessibility = section({ osk_enabled: flag(false) });

/**
 * Our addition, system.clock: the clock of the profile's machines. Without a time zone each keeps its own, chosen at the
 * machine. Valid names come from the time zone data (rules/time-zones.ts), not from the schema, because they change.
 */
export const Clock = section({ time_zone: Type.Optional(line(TIME_ZONE_MAX, { pattern: 'time-zone' })) });

/**
 * Our addition, system.displays. `home_monitor` counts from the left; a machine with fewer monitors takes its last one.
 * `change_at_machine`: arrangement and rotation can be changed in the machine's settings.
 */
export const Displays = section({
  arrangement: choice(MONITOR_ARRANGEMENTS, 'extended'),
  home_monitor: whole({ minimum: 1, maximum: MONITORS_MAX, default: 1 }),
  sessions: choice(SESSION_MONITORS, 'with-home'),
  rotation: choice(MONITOR_ROTATIONS, 'normal'),
  change_at_machine: flag(true),
});
export type Displays = Type.Static<typeof Displays>;

/**
 * Consent to remote control at the machine: ask waits for the user's approval; inform starts unless the user declines
 * within REMOTE_INFORM_MS; unattended starts at once, for machines without users.
 */
export const REMOTE_CONSENTS = ['ask', 'inform', 'unattended'] as const;
export type RemoteConsent = (typeof REMOTE_CONSENTS)[number];

/** Our addition, system.remote. */
export const Remote = section({
  consent: choice(REMOTE_CONSENTS, 'ask'),
  /** Whether the console may show a small live view of the screen while someone has the machine open. */
  live_view: flag(false),
});

/**
 * Our addition, system.updates: the version of Berth OS that the profile's machines run. Without one they are updated by
 * command only; machines with another system ignore it. A machine downloads and reboots between `from` and `until` of its
 * local time, or, with `any_time`, downloads at once and starts the version with its next reboot.
 * `download_limit` is in megabits per second; 0: none.
 */
export const OsUpdates = section({
  version: Type.Optional(line(24, { pattern: 'os-version' })),
  any_time: flag(false),
  from: line(5, { pattern: 'time-of-day', default: '02:00' }),
  until: line(5, { pattern: 'time-of-day', default: '05:00' }),
  download_limit: whole({ minimum: 0, maximum: 10_000, default: 0 }),
});
export type OsUpdates = Type.Static<typeof OsUpdates>;

/** The appearance outside our own screens (spec chapter 3, system.customization). */
export const SystemCustomization = section({ 'global-dark-theme': flag(true) });
