import { randomInt } from 'node:crypto';
import type { AirplayState } from '@berth/contract/bridge/screen';
import type { Log } from '../../system/log.ts';
import type { AirplayHost } from '../../system/ports/media.ts';
import type { Running } from '../../system/ports/programs.ts';

export interface AirplayOptions {
  /** Null: no AirPlay receiver is installed. */
  readonly host: AirplayHost | null;
  readonly onChange: (state: AirplayState) => void;
  /** Called when a sender starts: raises the screen. */
  readonly onShown: () => void;
  readonly log: Log;
}

/** Wait before a crashed receiver restarts, doubled while it keeps crashing. */
const RESTART_MS = 1_000;
const RESTART_MAX_MS = 60_000;
/** A program that ran this long crashed for a new reason. */
const SETTLED_MS = 30_000;
/** A sender that sends no frame for this long counts as gone. */
const STILL_MS = 30_000;

/** Makes the machine an AirPlay receiver while the profile enables it. */
export class Airplay {
  readonly #options: AirplayOptions;
  readonly #watchers = new Set<(jpeg: Buffer) => void>();
  #name: string | null = null;
  #pin: string | null = null;
  #showing = false;
  #running: Running | null = null;
  #work: Promise<void> = Promise.resolve();
  #restart: NodeJS.Timeout | undefined;
  #still: NodeJS.Timeout | undefined;
  #crashes = 0;

  constructor(options: AirplayOptions) {
    this.#options = options;
  }

  get state(): AirplayState {
    return { pin: this.#pin, name: this.#name ?? '', showing: this.#showing };
  }

  /** Starts receiving under this name; null stops. */
  configure(name: string | null): Promise<void> {
    if (name === this.#name) return this.#work;
    this.#name = name;
    return this.#anew();
  }

  /** Disconnects the sender and changes the PIN. */
  end(): Promise<void> {
    return this.#anew();
  }

  /** Calls `listener` with every picture until the returned function is called. */
  watch(listener: (jpeg: Buffer) => void): () => void {
    this.#watchers.add(listener);
    return () => this.#watchers.delete(listener);
  }

  stop(): Promise<void> {
    return this.configure(null);
  }

  /** Ends the running receiver and starts a new one if enabled. Serialized. */
  #anew(): Promise<void> {
    clearTimeout(this.#restart);
    this.#work = this.#work.then(async () => {
      const before = this.#running;
      this.#running = null;
      await before?.stop();
      this.#gone();
      if (this.#name !== null && this.#options.host) await this.#start(this.#options.host, this.#name);
    });
    return this.#work;
  }

  async #start(host: AirplayHost, name: string): Promise<void> {
    const pin = String(randomInt(10_000)).padStart(4, '0');
    const started = performance.now();
    try {
      const running = await host.open({ name, pin, onPicture: (jpeg) => this.#show(jpeg) });
      this.#running = running;
      this.#pin = pin;
      this.#changed();
      void running.exited.then((exit) => {
        if (this.#running !== running) return;
        this.#running = null;
        this.#options.log.warn({ ...exit }, 'the AirPlay receiver crashed and is restarted');
        if (performance.now() - started > SETTLED_MS) this.#crashes = 0;
        this.#later();
      });
    } catch (error) {
      this.#options.log.error({ error: String(error) }, 'the AirPlay receiver does not start');
      this.#later();
    }
  }

  #later(): void {
    this.#gone();
    this.#restart = setTimeout(() => void this.#anew(), Math.min(RESTART_MAX_MS, RESTART_MS * 2 ** this.#crashes));
    this.#crashes += 1;
  }

  #show(jpeg: Buffer): void {
    clearTimeout(this.#still);
    this.#still = setTimeout(() => this.#setShowing(false), STILL_MS);
    this.#setShowing(true);
    for (const watcher of this.#watchers) watcher(jpeg);
  }

  #gone(): void {
    clearTimeout(this.#still);
    this.#pin = null;
    this.#showing = false;
    this.#changed();
  }

  #setShowing(showing: boolean): void {
    if (showing === this.#showing) return;
    this.#showing = showing;
    this.#changed();
    if (showing) this.#options.onShown();
  }

  #changed(): void {
    this.#options.onChange(this.state);
  }
}
