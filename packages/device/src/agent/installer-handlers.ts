import type { INSTALLER_METHODS } from '@berth/contract/bridge/installer';
import { BridgeError, type BridgeHandlers } from '../bridge/calls.ts';
import { type Installer, InstallerError } from '../features/installer/installer.ts';

const CODES = {
  'not-allowed': 'forbidden',
  'no-such-disk': 'not-found',
} as const satisfies Record<InstallerError['reason'], BridgeError['code']>;

/** Handlers of the calls that install Berth OS from its stick. */
export function installerHandlers(installer: Installer): Pick<BridgeHandlers, keyof typeof INSTALLER_METHODS> {
  return {
    get_installer: () => installer.state,
    list_install_disks: () => installer.list().catch(refuse),
    install: ({ disk, afresh }) => installer.install(disk, afresh).catch(refuse),
    try_without_installing: async () => {
      try {
        installer.decline();
      } catch (error) {
        refuse(error);
      }
    },
  };
}

function refuse(error: unknown): never {
  if (error instanceof InstallerError) throw new BridgeError(CODES[error.reason], error.message);
  throw error;
}
