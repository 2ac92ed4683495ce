import type { AirplayHost } from './ports/airplay.ts';
import type { Audio } from './ports/audio.ts';
import type { Clock } from './ports/clock.ts';
import type { DesktopHost } from './ports/desktop.ts';
import type { LocalAccounts } from './ports/local-accounts.ts';
import type { MachineFacts } from './ports/machine.ts';
import type { Network } from './ports/network.ts';
import type { NetworkProbe } from './ports/network-probe.ts';
import type { PhoneHost } from './ports/phone.ts';
import type { PortGuard } from './ports/port-guard.ts';
import type { Power } from './ports/power.ts';
import type { Shell } from './ports/shell.ts';
import type { Updates } from './ports/updates.ts';

/** Everything the agent needs of the machine it runs on. linux/ drives the real one, fake/ keeps it in memory. */
export interface System {
  readonly power: Power;
  readonly clock: Clock;
  readonly machine: MachineFacts;
  readonly networkProbe: NetworkProbe;
  readonly portGuard: PortGuard;
  readonly network: Network;
  readonly updates: Updates;
  readonly shell: Shell;
  readonly audio: Audio;
  readonly localAccounts: LocalAccounts;
  /** Null where no phone program is installed. */
  readonly phone: PhoneHost | null;
  /** Null where no AirPlay receiver is installed. */
  readonly airplay: AirplayHost | null;
  /** Null where there is no screen, as on virtual machines. */
  readonly desktop: DesktopHost | null;
}
