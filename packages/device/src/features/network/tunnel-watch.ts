import type { Log } from '../../system/log.ts';
import type { Network } from '../../system/ports/network.ts';

/** Short for a waiting user, yet long enough not to load a server that is down. */
const EVERY_MS = 30_000;

/** Reconnects the profile's tunnel: NetworkManager does not retry a tunnel that dropped or failed to start. */
export class TunnelWatch {
  readonly #network: Network;
  readonly #isWanted: () => boolean;
  readonly #log: Log;
  #timer: NodeJS.Timeout | null = null;

  constructor(network: Network, isWanted: () => boolean, log: Log) {
    this.#network = network;
    this.#isWanted = isWanted;
    this.#log = log;
  }

  start(everyMs = EVERY_MS): void {
    this.#timer = setInterval(() => void this.#check(), everyMs);
    this.#timer.unref();
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
  }

  async #check(): Promise<void> {
    if (!this.#isWanted()) return;
    await this.#network.holdTunnel().catch((error: unknown) => {
      this.#log.warn({ error: String(error) }, 'the tunnel is down');
    });
  }
}
