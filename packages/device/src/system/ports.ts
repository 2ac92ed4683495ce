import type { Desktop, DesktopHost } from './ports/desktop.ts';
import type { Installer } from './ports/installer.ts';
import type { Clock, LocalAccounts, MachineFacts, PortGuard, Power, RunningImage, Updates } from './ports/machine.ts';
import type { AirplayHost, Audio, PhoneHost } from './ports/media.ts';
import type { Network, NetworkProbe } from './ports/network.ts';
import type { Shell } from './ports/shell.ts';

/** The agent's interface to the machine: linux/ implements it for real, fake/ in memory. */
export interface System {
  readonly power: Power;
  readonly clock: Clock;
  readonly machine: MachineFacts;
  readonly networkProbe: NetworkProbe;
  readonly portGuard: PortGuard;
  readonly network: Network;
  readonly updates: Updates;
  /** Null on Debian, which is updated by packages. */
  readonly image: RunningImage | null;
  /** Null unless Berth OS runs from a stick. */
  readonly installer: Installer | null;
  readonly shell: Shell;
  readonly audio: Audio;
  readonly localAccounts: LocalAccounts;
  /** Null where no phone program is installed. */
  readonly phone: PhoneHost | null;
  /** Null where no AirPlay receiver is installed. */
  readonly airplay: AirplayHost | null;
  /** Null without a screen, as on virtual machines. */
  readonly desktop: DesktopHost | null;
  /** The screen of a virtual machine, which only has pictures. */
  readonly screen: Pick<Desktop, 'screenshot'> | null;
}
