import type { OnlineStatus } from '@berth/contract/bridge/methods';

export type Health = OnlineStatus['network'];

/** What the status bar's indicators show, as far as the machine measures it itself; the cloud is its link's state. */
export interface NetworkProbe {
  /** A link with a carrier and a route beyond it. */
  network(): Promise<Health>;
  /** A name of the internet resolves. */
  dns(): Promise<Health>;
  /** A host of the internet answers. */
  internet(): Promise<Health>;
  /** A host by name or address answers: an echo, or else a connection. */
  ping(host: string): Promise<Health>;
}
