import type { OnlineStatus } from '@berth/contract/bridge/methods';
import { ONLINE_STATUS_POLL_MS } from '@berth/contract/limits';
import type { NetworkProbe } from '../../system/ports/network.ts';

export interface OnlineOptions {
  readonly probe: NetworkProbe;
  readonly cloud: () => OnlineStatus['cloud'];
  readonly onChange: (status: OnlineStatus) => void;
  readonly pollMs?: number | undefined;
}

/** Measuring continues for this long after the page's last request or event connection. */
const WATCHED_FOR_MS = 4 * ONLINE_STATUS_POLL_MS;

/** The four indicators of the status bar, measured every 2.5 s while a page listens (spec chapter 7). */
export class Online {
  readonly #options: OnlineOptions;
  #status: OnlineStatus = { network: 'unknown', dns: 'unknown', internet: 'unknown', cloud: 'unknown' };
  #timer: NodeJS.Timeout | null = null;
  #measuring: Promise<void> | null = null;
  #isMeasured = false;
  #asked = 0;
  #watchers = 0;

  constructor(options: OnlineOptions) {
    this.#options = options;
  }

  /** The latest measurement; waits for the first one. */
  async status(): Promise<OnlineStatus> {
    this.#asked = performance.now();
    this.#keepMeasuring();
    // Before the first measurement ends, some indicators are unknown.
    if (!this.#isMeasured) await this.#measure();
    return this.current();
  }

  current(): OnlineStatus {
    return { ...this.#status, cloud: this.#options.cloud() };
  }

  /** Measures until the returned function is called. */
  watch(): () => void {
    this.#watchers += 1;
    this.#keepMeasuring();
    return () => {
      this.#watchers -= 1;
    };
  }

  /** Publishes a changed cloud connection immediately, without waiting for the next measurement. */
  cloudChanged(): void {
    this.#options.onChange(this.current());
  }

  stop(): void {
    this.#watchers = 0;
    this.#asked = Number.NEGATIVE_INFINITY;
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
  }

  #keepMeasuring(): void {
    if (this.#timer) return;
    this.#timer = setInterval(() => this.#tick(), this.#options.pollMs ?? ONLINE_STATUS_POLL_MS);
    void this.#measure();
  }

  #tick(): void {
    if (this.#watchers > 0 || performance.now() - this.#asked < WATCHED_FOR_MS) void this.#measure();
    else this.stop();
  }

  #measure(): Promise<void> {
    this.#measuring ??= this.#measureOnce().finally(() => {
      this.#isMeasured = true;
      this.#measuring = null;
    });
    return this.#measuring;
  }

  async #measureOnce(): Promise<void> {
    const { probe, onChange } = this.#options;
    const parts = ['network', 'dns', 'internet'] as const;
    // Publish each result as soon as it is known: without a network, DNS alone takes seconds.
    await Promise.all(
      parts.map(async (part) => {
        const health = await probe[part]().catch(() => 'unknown' as const);
        const clock = probe.clock();
        if (this.#status[part] === health && (clock === 'unknown' || this.#status.clock === clock)) return;
        this.#status = { ...this.#status, [part]: health, ...(clock !== 'unknown' && { clock }) };
        onChange(this.current());
      }),
    );
  }
}
