import type { Log } from '../log.ts';
import type { System } from '../ports.ts';
import { findAccounts } from './accounts.ts';
import { desktopHost } from './desktop.ts';
import { linuxMachine } from './machine.ts';
import { linuxNetworkProbe } from './network-probe.ts';

export interface LinuxOptions {
  readonly dataFolder: string;
  /** headless: a screen in memory; joined: the X server of DISPLAY; none: no windows at all. */
  readonly screen: 'headless' | 'joined' | 'none';
  readonly screenSize: string;
  readonly homeArguments: readonly string[];
  readonly internetProbe: URL;
  readonly log: Log;
}

/** What the agent sees of this computer and shows on it. What changes the computer itself is chosen by the entry. */
export async function linuxSystem(
  options: LinuxOptions,
): Promise<Pick<System, 'machine' | 'networkProbe' | 'desktop'>> {
  const { dataFolder, screen, screenSize, homeArguments, log } = options;
  const accounts = await findAccounts(dataFolder, log);
  return {
    machine: linuxMachine(),
    networkProbe: linuxNetworkProbe(options.internetProbe),
    desktop: screen === 'none' ? null : desktopHost({ mode: screen, size: screenSize, accounts, homeArguments, log }),
  };
}
