/** How long a new version must be healthy without interruption before it is kept. */
const WELL_MS = 120_000;
const CHECK_MS = 2_000;

export interface HealthOptions {
  /** Whether the machine is healthy now. */
  readonly isWell: () => boolean;
  readonly onProved: () => void;
  readonly wellMs?: number;
}

/** Watches a version on trial until it has been healthy for long enough. */
export class Health {
  readonly #options: HealthOptions;
  #timer: NodeJS.Timeout | undefined;
  /** Monotonic time since when the machine is healthy, in milliseconds; null: it is not. */
  #wellSince: number | null = null;

  constructor(options: HealthOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => this.check(performance.now()), CHECK_MS);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** @param now in milliseconds, by a monotonic clock */
  check(now: number): void {
    const { isWell, onProved, wellMs = WELL_MS } = this.#options;
    if (!isWell()) this.#wellSince = null;
    else this.#wellSince ??= now;
    if (this.#wellSince === null || now - this.#wellSince < wellMs) return;
    this.stop();
    onProved();
  }
}

/** The signs that a machine's health is judged by. */
export interface Signs {
  /** Whether the home screen's page is loaded; null: this machine has no screen. */
  readonly pageLoaded: boolean | null;
  /** Whether the cloud replied on this connection. */
  readonly cloudReached: boolean;
  /** Whether an interface has an address; a version that lacks its driver has none. */
  readonly hasAddress: boolean;
}

/**
 * A machine is healthy if its page is shown and it reaches the cloud, or at least has a network address. The new
 * version was downloaded over the network, so a missing address points to a missing driver rather than an unplugged
 * cable.
 */
export function isWell({ pageLoaded, cloudReached, hasAddress }: Signs): boolean {
  return pageLoaded !== false && (cloudReached || hasAddress);
}
