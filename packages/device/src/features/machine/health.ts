/** How long a new version must be well without interruption before it is kept. */
const WELL_MS = 120_000;
const CHECK_MS = 2_000;

export interface HealthOptions {
  /** Whether the machine works at this moment. */
  readonly isWell: () => boolean;
  readonly onProved: () => void;
  readonly wellMs?: number;
}

/** Watches a version on trial until it has been well for long enough. */
export class Health {
  readonly #options: HealthOptions;
  #timer: NodeJS.Timeout | undefined;
  /** By the monotonic clock; null: not well. */
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

  /** @param now in milliseconds, by a clock that is never set */
  check(now: number): void {
    const { isWell, onProved, wellMs = WELL_MS } = this.#options;
    if (!isWell()) this.#wellSince = null;
    else this.#wellSince ??= now;
    if (this.#wellSince === null || now - this.#wellSince < wellMs) return;
    this.stop();
    onProved();
  }
}

/** What a machine's health is judged by. */
export interface Signs {
  /** Whether the home screen's page is loaded; null: this machine has no screen. */
  readonly pageLoaded: boolean | null;
  /** Whether the cloud answered on this connection. */
  readonly cloudReached: boolean;
  /** Whether an interface has an address; a version without a driver for it has none. */
  readonly hasAddress: boolean;
}

/**
 * Whether a machine works: its page is shown, and it reached the cloud, or has a network though the cloud is away. A new
 * version came over the network, so one without any has lost its driver rather than its cable.
 */
export function isWell({ pageLoaded, cloudReached, hasAddress }: Signs): boolean {
  return pageLoaded !== false && (cloudReached || hasAddress);
}
