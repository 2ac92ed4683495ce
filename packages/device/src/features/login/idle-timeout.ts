import type { Log } from '../../system/log.ts';
import type { LoginSettings } from './settings.ts';

export interface IdleTimeoutOptions {
  readonly settings: () => LoginSettings;
  /** Whether a user is logged in. */
  readonly isUsed: () => boolean;
  /** Milliseconds since the last input; undefined without a screen. */
  readonly idleMs: () => Promise<number | undefined>;
  readonly blank: () => Promise<void>;
  readonly suspend: () => Promise<void>;
  readonly logOut: () => void;
  /** Shows that the session ends in this many seconds; null hides the prompt. */
  readonly announceEnd: (seconds: number | null) => void;
  readonly log: Log;
}

const CHECK_MS = 5_000;
/** Seconds to respond to the idle prompt (`interactive`). */
const ASKED_S = 60;
const SECOND_MS = 1_000;

/** The local session's idle timeout and its action (spec chapter 4, localSessionTimeout). */
export class IdleTimeout {
  readonly #options: IdleTimeoutOptions;
  #timer: NodeJS.Timeout | null = null;
  /** Whether the action ran for the current idle period. */
  #isDealtWith = false;

  constructor(options: IdleTimeoutOptions) {
    this.#options = options;
  }

  start(): void {
    this.#again(CHECK_MS);
  }

  stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #again(inMs: number): void {
    this.stop();
    this.#timer = setTimeout(() => {
      this.#check().then(
        (next) => this.#timer && this.#again(next),
        (error) => {
          this.#options.log.warn({ error: String(error) }, 'the session time-out could not be looked at');
          if (this.#timer) this.#again(CHECK_MS);
        },
      );
    }, inMs);
    this.#timer.unref();
  }

  /** Milliseconds until the next check. */
  async #check(): Promise<number> {
    const { settings, isUsed, idleMs, announceEnd } = this.#options;
    const limit = settings().auth?.localSessionTimeout;
    if (!limit?.enabled || !isUsed()) return this.#rest();
    const idle = await idleMs();
    const over = idle === undefined ? -1 : idle - limit.timeout * 60 * SECOND_MS;
    if (over < 0) return this.#rest();
    if (limit.actionOnTimeout === 'interactive') {
      const left = ASKED_S - Math.floor(over / SECOND_MS);
      if (left > 0) {
        announceEnd(left);
        return SECOND_MS;
      }
      this.#options.logOut();
      return this.#rest();
    }
    if (!this.#isDealtWith) {
      this.#isDealtWith = true;
      await this.#act(limit.actionOnTimeout);
    }
    return CHECK_MS;
  }

  #rest(): number {
    this.#isDealtWith = false;
    this.#options.announceEnd(null);
    return CHECK_MS;
  }

  async #act(action: 'nothing' | 'blank' | 'suspend' | 'logout'): Promise<void> {
    switch (action) {
      case 'blank':
        return this.#options.blank();
      case 'suspend':
        return this.#options.suspend();
      case 'logout':
        return this.#options.logOut();
      case 'nothing':
        return;
    }
  }
}
