import type { Pings as Measured } from '@berth/contract/bridge/methods';
import type { PingIndicator } from '@berth/contract/profile/home';
import type Type from 'typebox';
import type { NetworkProbe } from '../../system/ports/network.ts';

export type PingTarget = Type.Static<typeof PingIndicator>;

export interface PingsOptions {
  readonly probe: NetworkProbe;
  readonly onChange: (pings: Measured) => void;
}

/** Frequent enough to be current, rare enough not to load a host that many machines ping. */
const EVERY_MS = 10_000;

/** Custom indicators of the profile: pings hosts while a page listens. */
export class Pings {
  readonly #options: PingsOptions;
  #targets: readonly PingTarget[] = [];
  #measured: Measured = [];
  #timer: NodeJS.Timeout | null = null;
  #watchers = 0;

  constructor(options: PingsOptions) {
    this.#options = options;
  }

  list(): Measured {
    return this.#measured;
  }

  /** Applies the profile's hosts. Results of hosts that stay are kept. */
  follow(targets: readonly PingTarget[]): void {
    const before = new Map(this.#targets.map(({ host }, index) => [host, this.#measured[index]?.health]));
    this.#targets = targets;
    this.#set(targets.map(({ name, host }) => ({ name, health: before.get(host) ?? 'unknown' })));
    if (this.#watchers > 0) this.#again();
  }

  /** Measures until the returned function is called. */
  watch(): () => void {
    this.#watchers += 1;
    if (this.#watchers === 1) this.#again();
    return () => {
      this.#watchers -= 1;
      if (this.#watchers === 0) this.stop();
    };
  }

  stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #again(): void {
    this.stop();
    if (this.#targets.length === 0) return;
    this.#timer = setTimeout(() => this.#again(), EVERY_MS);
    this.#timer.unref();
    void this.#measure(this.#targets);
  }

  async #measure(targets: readonly PingTarget[]): Promise<void> {
    const { probe } = this.#options;
    const healths = await Promise.all(targets.map(({ host }) => probe.ping(host).catch(() => 'error' as const)));
    // A profile applied meanwhile has other hosts.
    if (targets !== this.#targets) return;
    this.#set(targets.map(({ name }, index) => ({ name, health: healths[index] ?? 'unknown' })));
  }

  #set(measured: Measured): void {
    if (JSON.stringify(measured) === JSON.stringify(this.#measured)) return;
    this.#measured = measured;
    this.#options.onChange(measured);
  }
}
