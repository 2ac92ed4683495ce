import type { Log } from '../log.ts';
import type { Network } from '../ports/network.ts';
import type { Power } from '../ports/power.ts';
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
  readonly power: Power;
  readonly network: Network;
  readonly log: Log;
}

/** The computer that the agent runs on. */
export async function linuxSystem(options: LinuxOptions): Promise<System> {
  const { dataFolder, screen, screenSize, homeArguments, log } = options;
  const accounts = await findAccounts(dataFolder, log);
  return {
    power: options.power,
    network: options.network,
    machine: linuxMachine(),
    networkProbe: linuxNetworkProbe(options.internetProbe),
    desktop: screen === 'none' ? null : desktopHost({ mode: screen, size: screenSize, accounts, homeArguments, log }),
  };
}
