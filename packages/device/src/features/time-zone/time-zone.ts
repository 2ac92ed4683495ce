import type { TimeZoneState } from '@berth/contract/bridge/settings';
import { isSameZone, isTimeZone } from '@berth/contract/rules/time-zones';
import type { Log } from '../../system/log.ts';
import type { Clock } from '../../system/ports/machine.ts';

export interface TimeZoneOptions {
  readonly clock: Clock;
  readonly onChange: () => void;
  readonly log: Log;
}

/** The machine's time zone: from the profile, or chosen at the machine if the profile sets none. */
export class TimeZone {
  readonly #options: TimeZoneOptions;
  #byProfile: string | null = null;
  /** Changes run one after the other; the last one wins. */
  #work: Promise<void> = Promise.resolve();

  constructor(options: TimeZoneOptions) {
    this.#options = options;
  }

  state(): TimeZoneState {
    return { zone: this.#options.clock.zone(), fixed: this.#byProfile !== null };
  }

  /** Applies the profile's zone; without one, the clock is not changed. */
  follow(zone: string | undefined): void {
    // A newer server may know zones that this version does not.
    this.#byProfile = zone !== undefined && isTimeZone(zone) ? zone : null;
    const wanted = this.#byProfile;
    if (wanted === null) return;
    this.#set(wanted).catch((error: unknown) => {
      this.#options.log.warn({ error: String(error), zone: wanted }, 'the profile’s time zone is not set');
    });
  }

  /** Sets the zone chosen at the machine. Rejects if the computer does not accept it. */
  choose(zone: string): Promise<void> {
    return this.#set(zone);
  }

  #set(zone: string): Promise<void> {
    const set = this.#work.then(async () => {
      const { clock, onChange } = this.#options;
      if (isSameZone(clock.zone(), zone)) return;
      await clock.setZone(zone);
      onChange();
    });
    this.#work = set.catch(() => {});
    return set;
  }
}
