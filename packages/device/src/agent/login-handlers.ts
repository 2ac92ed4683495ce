import type { LOGIN_METHODS, LoginProvider } from '@berth/contract/bridge/login';
import { BridgeError } from '../bridge/bridge-error.ts';
import type { BridgeHandlers } from '../bridge/calls.ts';
import { LoginError } from '../features/login/login-error.ts';
import type { Logins } from './login-parts.ts';

const CODES = {
  failed: 'login-failed',
  'timed-out': 'login-timed-out',
  unavailable: 'unavailable',
  'not-allowed': 'forbidden',
  'too-often': 'rate-limited',
} as const satisfies Record<LoginError['reason'], BridgeError['code']>;

/** What the greeter may ask for. */
export function loginHandlers({ login, passwords, devices }: Logins): Pick<BridgeHandlers, keyof typeof LOGIN_METHODS> {
  const allow = (provider: LoginProvider): void => {
    if (!login.isAllowed(provider)) throw new BridgeError('forbidden', 'This login is not available on this machine.');
  };
  return {
    get_login: () => login.state(),
    log_in: async (attempt) => {
      allow(attempt.provider);
      devices.cancel();
      return answered(passwords.logIn(attempt));
    },
    begin_device_login: async ({ provider }) => {
      allow(provider);
      return devices.begin(provider).catch(refuse);
    },
    await_device_login: () => answered(devices.finish()),
    log_in_automatically: async () => {
      try {
        login.enterAutomatically();
      } catch (error) {
        refuse(error);
      }
      return null;
    },
    log_out: () => {
      login.leave();
      return null;
    },
  };
}

async function answered(work: Promise<void>): Promise<null> {
  await work.catch(refuse);
  return null;
}

/** Says a login's problem in the words of the bridge. */
export function refuse(error: unknown): never {
  if (error instanceof LoginError) throw new BridgeError(CODES[error.reason], error.message);
  throw error;
}
