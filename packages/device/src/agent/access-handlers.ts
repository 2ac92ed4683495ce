import type { LOGIN_METHODS, LoginProvider } from '@berth/contract/bridge/login';
import type { SETTINGS_METHODS } from '@berth/contract/bridge/settings';
import { BridgeError, type BridgeHandlers } from '../bridge/calls.ts';
import { LoginError } from '../features/login/login.ts';
import type { LocalAccounts } from '../system/ports/machine.ts';
import type { LoginParts, Logins } from './login-parts.ts';

const CODES = {
  failed: 'login-failed',
  'timed-out': 'login-timed-out',
  unavailable: 'unavailable',
  'not-allowed': 'forbidden',
  'too-often': 'rate-limited',
} as const satisfies Record<LoginError['reason'], BridgeError['code']>;

/** Handlers of the greeter's calls. */
export function loginHandlers({ login, passwords, devices }: Logins): Pick<BridgeHandlers, keyof typeof LOGIN_METHODS> {
  const allow = (provider: LoginProvider): void => {
    if (!login.isAllowed(provider)) throw new BridgeError('forbidden', 'This login is not available on this machine.');
  };
  return {
    get_login: () => login.state(),
    log_in: async (attempt) => {
      allow(attempt.provider);
      devices.cancel();
      await passwords.logIn(attempt).catch(refuse);
    },
    begin_device_login: async ({ provider, user }) => {
      allow(provider);
      return devices.begin(provider, user).catch(refuse);
    },
    await_device_login: () => devices.finish().catch(refuse),
    log_in_automatically: async () => {
      try {
        login.enterAutomatically();
      } catch (error) {
        refuse(error);
      }
    },
    log_out: () => login.leave(),
  };
}

/** Rethrows a login error as a BridgeError. */
function refuse(error: unknown): never {
  if (error instanceof LoginError) throw new BridgeError(CODES[error.reason], error.message);
  throw error;
}

type Opened = Pick<LoginParts, 'settingsAccess' | 'administrators' | 'administratorPasswords'>;

/** Handlers that open and close the machine's settings for users whom the profile allows. */
export function settingsHandlers(
  { settingsAccess, administrators, administratorPasswords }: Opened,
  accounts: LocalAccounts,
): Pick<BridgeHandlers, keyof typeof SETTINGS_METHODS> {
  return {
    get_settings_access: () => settingsAccess.state(),
    open_settings: async ({ pin }) => {
      try {
        settingsAccess.openByPin(pin);
      } catch (error) {
        refuse(error);
      }
    },
    open_settings_as: async ({ user, password }) => {
      if (!settingsAccess.state().ways.includes('local') || !accounts.available) {
        throw new BridgeError('forbidden', 'No account of this machine opens its settings.');
      }
      await administratorPasswords.logIn({ provider: 'local', user, password }).catch(refuse);
    },
    begin_settings_login: async () => {
      if (!settingsAccess.state().ways.includes('product-id')) {
        throw new BridgeError('forbidden', 'Administrators do not open the settings here.');
      }
      return administrators.begin().catch(refuse);
    },
    await_settings_login: () => administrators.finish().catch(refuse),
    close_settings: () => {
      administrators.cancel();
      settingsAccess.close();
    },
  };
}

/** Throws a BridgeError while the machine's settings are closed; for calls that change the machine itself. */
export function requireSettings({ settingsAccess }: Pick<LoginParts, 'settingsAccess'>): void {
  if (!settingsAccess.isOpen) throw new BridgeError('forbidden', 'The settings of this machine are not open.');
}
