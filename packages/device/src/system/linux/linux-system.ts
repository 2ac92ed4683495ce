import type { Log } from '../log.ts';
import type { PortGuard } from '../ports/machine.ts';
import type { System } from '../ports.ts';
import { findAccounts } from './accounts.ts';
import { baresipHost, type PhoneAudio } from './baresip.ts';
import { desktopHost } from './desktop.ts';
import { linuxMachine } from './machine.ts';
import { linuxNetworkProbe } from './network-probe.ts';
import { pactlAudio } from './pactl.ts';
import { linuxPortGuard } from './port-guard.ts';
import { uxplayHost } from './uxplay.ts';

/** For computers without a packet filter: any user can reach the bridge, which its page's token still protects. */
function openGuard(log: Log): PortGuard {
  return {
    guard: async (port) => {
      log.warn({ port }, 'any program on this computer reaches this port: only --power real, with nftables, guards it');
      return async () => {};
    },
  };
}

export interface LinuxOptions {
  readonly dataFolder: string;
  /** own: this computer's screen; headless: Xvfb; joined: the X server in DISPLAY; none: no windows. */
  readonly screen: 'own' | 'headless' | 'joined' | 'none';
  readonly screenSize: string;
  readonly homeArguments: readonly string[];
  readonly internetProbe: URL;
  /** Whether the packet filter blocks sessions from the bridge. */
  readonly guardBridge: boolean;
  readonly phoneAudio: PhoneAudio;
  readonly log: Log;
}

/** The ports that read this computer or show windows. The caller chooses the ports that change the computer. */
export async function linuxSystem(
  options: LinuxOptions,
): Promise<
  Pick<System, 'machine' | 'networkProbe' | 'portGuard' | 'phone' | 'airplay' | 'audio' | 'desktop' | 'screen'>
> {
  const { dataFolder, screen, screenSize, homeArguments, log } = options;
  const accounts = await findAccounts(dataFolder, log);
  const portGuard = options.guardBridge ? linuxPortGuard(accounts.home?.uid ?? null, log) : openGuard(log);
  return {
    portGuard,
    phone: baresipHost({ accounts, guard: portGuard, audio: options.phoneAudio, listen: null }),
    airplay: uxplayHost({ accounts, sound: 'alsasink', allowWithoutPin: false }),
    audio: pactlAudio({ account: accounts.home, server: null }),
    machine: linuxMachine(),
    networkProbe: linuxNetworkProbe(options.internetProbe),
    desktop: screen === 'none' ? null : desktopHost({ mode: screen, size: screenSize, accounts, homeArguments, log }),
    screen: null,
  };
}
