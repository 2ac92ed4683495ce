import type { ProfileDefinition } from '@berth/contract/profile/definition';
import type { Log } from '../../system/log.ts';
import type { Network } from '../../system/ports/network.ts';

type Region = ProfileDefinition['system']['network']['wifi']['localRegulations'];

/** A country for each region of the profile (spec chapter 5, localRegulations). */
const COUNTRIES: Readonly<Record<Region, string>> = { EU: 'DE', UK: 'GB', RU: 'RU' };

/** Retry interval: an adapter may be plugged in, or its driver loaded, at any time. */
const RETRY_MS = 60_000;

/**
 * Sets the Wi-Fi radio's regulatory domain to the profile's region. The kernel forgets it at each boot, so it is set at
 * every agent start. No trial of network settings reverts it, because it is a legal requirement.
 */
export class RadioRules {
  readonly #network: Pick<Network, 'setCountry'>;
  readonly #log: Log;
  readonly #retryMs: number;
  #wanted: string | null = null;
  /** One after the other: the radio must end with the last region. */
  #setting: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  constructor(network: Pick<Network, 'setCountry'>, log: Log, retryMs = RETRY_MS) {
    this.#network = network;
    this.#log = log;
    this.#retryMs = retryMs;
  }

  /** Applies a region unless it is already applied. */
  want(region: Region): void {
    const country = COUNTRIES[region];
    if (country === this.#wanted) return;
    this.#wanted = country;
    clearTimeout(this.#timer);
    this.#next(country, true);
  }

  stop(): void {
    this.#wanted = null;
    clearTimeout(this.#timer);
  }

  #next(country: string, isFirst: boolean): void {
    this.#setting = this.#setting.then(() => this.#set(country, isFirst));
  }

  async #set(country: string, isFirst: boolean): Promise<void> {
    if (this.#wanted !== country) return;
    try {
      await this.#network.setCountry(country);
    } catch (error) {
      if (this.#wanted !== country) return;
      if (isFirst) this.#log.warn({ error: String(error), country }, 'the radio’s rules are not set: trying again');
      this.#timer = setTimeout(() => this.#next(country, false), this.#retryMs);
      this.#timer.unref();
    }
  }
}
