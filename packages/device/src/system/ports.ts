import type { Desktop, DesktopHost } from './ports/desktop.ts';
import type { Clock, LocalAccounts, MachineFacts, PortGuard, Power, RunningImage, Updates } from './ports/machine.ts';
import type { AirplayHost, Audio, PhoneHost } from './ports/media.ts';
import type { Network, NetworkProbe } from './ports/network.ts';
import type { Shell } from './ports/shell.ts';

/** Everything the agent needs of the machine it runs on. linux/ drives the real one, fake/ keeps it in memory. */
export interface System {
  readonly power: Power;
  readonly clock: Clock;
  readonly machine: MachineFacts;
  readonly networkProbe: NetworkProbe;
  readonly portGuard: PortGuard;
  readonly network: Network;
  readonly updates: Updates;
  /** Null on Debian, whose packages are updated. */
  readonly image: RunningImage | null;
  readonly shell: Shell;
  readonly audio: Audio;
  readonly localAccounts: LocalAccounts;
  /** Null where no phone program is installed. */
  readonly phone: PhoneHost | null;
  /** Null where no AirPlay receiver is installed. */
  readonly airplay: AirplayHost | null;
  /** Null where there is no screen, as on virtual machines. */
  readonly desktop: DesktopHost | null;
  /** The screen of a virtual machine: pictures of it, without a desktop. */
  readonly screen: Pick<Desktop, 'screenshot'> | null;
}
