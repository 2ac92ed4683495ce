import type { SETTINGS_METHODS } from '@berth/contract/bridge/settings';
import { BridgeError } from '../bridge/bridge-error.ts';
import type { BridgeHandlers } from '../bridge/calls.ts';
import type { LocalAccounts } from '../system/ports/local-accounts.ts';
import { refuse } from './login-handlers.ts';
import type { LoginParts } from './login-parts.ts';

type Opened = Pick<LoginParts, 'settingsAccess' | 'administrators' | 'administratorPasswords'>;

/** Opens the machine's settings for whom the profile says. */
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
      return null;
    },
    open_settings_as: async ({ user, password }) => {
      if (!settingsAccess.state().ways.includes('local') || !accounts.available) {
        throw new BridgeError('forbidden', 'No account of this machine opens its settings.');
      }
      await administratorPasswords.logIn({ provider: 'local', user, password }).catch(refuse);
      return null;
    },
    begin_settings_login: async () => {
      if (!settingsAccess.state().ways.includes('product-id')) {
        throw new BridgeError('forbidden', 'Administrators do not open the settings here.');
      }
      return administrators.begin().catch(refuse);
    },
    await_settings_login: async () => {
      await administrators.finish().catch(refuse);
      return null;
    },
    close_settings: () => {
      administrators.cancel();
      settingsAccess.close();
      return null;
    },
  };
}

/** Ends a call that changes the machine itself while its settings are closed. */
export function requireSettings({ settingsAccess }: Pick<LoginParts, 'settingsAccess'>): void {
  if (!settingsAccess.isOpen) throw new BridgeError('forbidden', 'The settings of this machine are not open.');
}
