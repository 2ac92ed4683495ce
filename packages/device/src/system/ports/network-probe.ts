import type { OnlineStatus } from '@berth/contract/bridge/methods';

export type Health = OnlineStatus['network'];

/** The three measurements of the status bar that the machine makes itself; the fourth is the cloud link's state. */
export interface NetworkProbe {
  /** A link with a carrier and a route beyond it. */
  network(): Promise<Health>;
  /** A name of the internet resolves. */
  dns(): Promise<Health>;
  /** A host of the internet answers. */
  internet(): Promise<Health>;
}
