import { OS_MESSAGE_MAX, type WantedOsVersion } from '@berth/contract/device/os-manifest';
import type { OsUpdates } from '@berth/contract/profile/system';
import { compareOsVersions } from '@berth/contract/rules/os-versions';
import type { Log } from '../../system/log.ts';
import type { RunningImage, Updates } from '../../system/ports/machine.ts';

export interface WantedVersionOptions {
  /** Null: this machine has no image; the wanted version is ignored. */
  readonly image: RunningImage | null;
  readonly updates: Updates;
  readonly reboot: () => Promise<void>;
  /** Sets what is being installed; null: nothing. */
  readonly setUpdating: (doing: string | null) => void;
  readonly onChange: () => void;
  readonly log: Log;
  /** The current time; the default is the machine's clock. */
  readonly now?: () => Date;
}

const CHECK_MS = 60_000;
/** Wait after a failed installation attempt: the server may have been down, or the clock wrong. */
const RETRY_MS = 900_000;
const BYTES_PER_MEGABIT = 125_000;

/**
 * Installs the Berth OS version that the profile names: downloads it in the maintenance window, installs it, and
 * reboots while the window is open, also for the running version to replace the firmware's keys. Does not retry a version that failed on this machine, and does not install one that
 * is older than the running version.
 */
export class WantedVersion {
  readonly #options: WantedVersionOptions;
  #profile: OsUpdates | undefined;
  #installing: AbortController | null = null;
  #refused: { readonly version: string; readonly message: string; readonly at: number } | null = null;
  #timer: NodeJS.Timeout | undefined;
  #told = '';

  constructor(options: WantedVersionOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => this.check(), CHECK_MS);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#installing?.abort();
  }

  /** The version in the profile, whether or not it is running. */
  get version(): string | undefined {
    return this.#profile?.version;
  }

  /** The version to install; undefined: there is none, or it is running. */
  get state(): WantedOsVersion | undefined {
    const version = this.#missing();
    if (version === undefined) return undefined;
    const refused = this.#refused?.version === version ? this.#refused : null;
    if (this.failure !== null) return { version, state: 'refused', message: this.failure };
    if (this.#installing) return { version, state: 'updating' };
    if (refused) return { version, state: 'refused', message: refused.message };
    return { version, state: this.#isOpen() ? 'updating' : 'window' };
  }

  /** Why the profile's version cannot be installed on this machine; null if it can. */
  get failure(): string | null {
    const version = this.#missing();
    const failed = this.#options.image?.system().failed.find((each) => each.version === version);
    return failed ? `Berth OS ${failed.version} failed on this machine: ${failed.reason}` : null;
  }

  /** Undefined: no profile. */
  follow(updates: OsUpdates | undefined): void {
    const isOther = updates?.version !== this.#profile?.version;
    this.#profile = updates;
    if (isOther) this.#installing?.abort();
    this.check();
  }

  check(): void {
    const version = this.#missing();
    const isOpen = this.#isOpen();
    if (this.#installing && !(version !== undefined && isOpen)) this.#installing.abort();
    if (isOpen && !this.#profile?.any_time && this.#options.image?.keysOrder() === 'restart') {
      this.#reboot('the machine reboots to replace the boot key of its firmware');
    } else if (version !== undefined && isOpen && this.failure === null) {
      this.#go(version);
    }
    const told = JSON.stringify(this.state);
    if (told === this.#told) return;
    this.#told = told;
    this.#options.onChange();
  }

  #go(version: string): void {
    if (this.#options.image?.system().next === version) {
      if (!this.#profile?.any_time) this.#reboot(`the machine reboots to start version ${version}`);
      return;
    }
    const refused = this.#refused;
    if (this.#installing || (refused?.version === version && this.#now().getTime() - refused.at < RETRY_MS)) return;
    void this.#install(version);
  }

  #reboot(why: string): void {
    const { reboot, log } = this.#options;
    log.info({}, why);
    reboot().catch((error: unknown) => log.warn({ error: String(error) }, 'the machine does not reboot'));
  }

  async #install(version: string): Promise<void> {
    const { updates, setUpdating, log } = this.#options;
    const installing = new AbortController();
    this.#installing = installing;
    const { signal } = installing;
    try {
      const limit = this.#profile?.download_limit ?? 0;
      const bytesPerSecond = limit > 0 ? limit * BYTES_PER_MEGABIT : undefined;
      await updates.install(setUpdating, { version, bytesPerSecond, signal });
      this.#refused = null;
    } catch (error) {
      if (!signal.aborted) {
        const message = error instanceof Error ? error.message : String(error);
        log.warn({ version, error: message }, 'a version is not installed');
        this.#refused = { version, message: message.slice(0, OS_MESSAGE_MAX), at: this.#now().getTime() };
      }
    } finally {
      this.#installing = null;
      setUpdating(null);
    }
    this.check();
  }

  /** The profile's version if it is newer than the running one. */
  #missing(): string | undefined {
    const { image } = this.#options;
    const version = this.#profile?.version;
    if (image === null || version === undefined) return undefined;
    return compareOsVersions(version, image.system().version) > 0 ? version : undefined;
  }

  #isOpen(): boolean {
    if (!this.#profile) return false;
    const { any_time: anyTime, from, until } = this.#profile;
    return anyTime || isWithin(this.#now(), from, until);
  }

  #now(): Date {
    return this.#options.now?.() ?? new Date();
  }
}

/** Whether a local time is between `from` and `until`, as 02:30. Spans midnight if `until` is before `from`. */
export function isWithin(now: Date, from: string, until: string): boolean {
  const at = now.getHours() * 60 + now.getMinutes();
  const [begin, end] = [from, until].map(minutesOf) as [number, number];
  return begin < end ? at >= begin && at < end : at >= begin || at < end;
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}
