import Type from 'typebox';
import { AUTO_LOGIN_TIMEOUT_S_DEFAULT, LOCAL_SESSION_TIMEOUT_MIN } from '../limits.ts';
import { equals, needs, needsText, rule } from './conditions.ts';
import { choice, flag, section, whole } from './schema.ts';
import { secret } from './texts.ts';

/** Who uses the machine, and what happens when nobody does any more (spec chapter 3, system.auth). */

export const LOGIN_MODES = ['external-login', 'auto-login'] as const;
export const TIMEOUT_ACTIONS = ['nothing', 'blank', 'suspend', 'logout', 'interactive'] as const;

/** `timeout` is in minutes. */
export const LocalSessionTimeout = section({
  enabled: flag(false),
  timeout: whole({
    minimum: LOCAL_SESSION_TIMEOUT_MIN.min,
    maximum: LOCAL_SESSION_TIMEOUT_MIN.max,
    default: LOCAL_SESSION_TIMEOUT_MIN.default,
  }),
  actionOnTimeout: choice(TIMEOUT_ACTIONS, 'logout'),
});

/** Who may open a machine's settings, and with them its network and the factory reset. */
export const SETTINGS_OPENERS = ['everybody', 'pin', 'administrators', 'nobody'] as const;
export type SettingsOpener = (typeof SETTINGS_OPENERS)[number];

/** Our addition. `pin` is needed where a PIN opens them. */
export const SettingsAccess = section(
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
