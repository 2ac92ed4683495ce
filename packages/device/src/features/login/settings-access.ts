import { createHash, timingSafeEqual } from 'node:crypto';
import type { SettingsAccessState } from '@berth/contract/bridge/settings';
import type { SettingsOpener } from '@berth/contract/profile/system';
import { LoginError } from './login.ts';

export interface SettingsRule {
  readonly who: SettingsOpener;
  readonly pin: string | undefined;
}

export interface SettingsAccessOptions {
  /** Null: the machine is unregistered, and everything is allowed. */
  readonly rule: () => SettingsRule | null;
  /** Whether a user is logged in. */
  readonly isUsed: () => boolean;
  /** The ways in which an administrator can log in here now. */
  readonly administratorWays: () => readonly ('product-id' | 'local')[];
  readonly writeLog: (type: 'LOGIN_SUCCESS' | 'LOGIN_FAILURE', message: string) => void;
  readonly now?: () => number;
}

/** Settings close after this time if the page did not close them. */
const OPEN_MS = 10 * 60_000;
const TRIES = 5;
const PAUSE_MS = 60_000;

/** Whether the machine's settings are open, as required for network changes and the factory reset. */
export class SettingsAccess {
  readonly #options: SettingsAccessOptions;
  readonly #now: () => number;
  #openedAt: number | null = null;
  #tries = 0;
  #pausedAt: number | null = null;

  constructor(options: SettingsAccessOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  state(): SettingsAccessState {
    const who = this.#options.rule()?.who;
    const ways = who === 'pin' ? ['pin' as const] : who === 'administrators' ? this.#options.administratorWays() : [];
    return { open: this.isOpen, ways: [...ways] };
  }

  get isOpen(): boolean {
    const rule = this.#options.rule();
    if (rule === null) return true;
    if (!this.#options.isUsed() || rule.who === 'nobody') return false;
    if (rule.who === 'everybody') return true;
    const age = this.#openedAt === null ? OPEN_MS : this.#now() - this.#openedAt;
    // Not if the clock was set back: they would stay open for as long.
    return age >= 0 && age < OPEN_MS;
  }

  /** Throws LoginError if the PIN is wrong, was wrong too often, or does not open the settings here. */
  openByPin(pin: string): void {
    const rule = this.#options.rule();
    if (rule?.who !== 'pin' || !rule.pin) throw new LoginError('not-allowed', 'No PIN opens the settings here.');
    const wait = this.#pauseLeft();
    if (wait > 0) {
      throw new LoginError('too-often', `Too many wrong PINs: the next try is in ${Math.ceil(wait / 1_000)} s.`);
    }
    if (!timingSafeEqual(digest(pin), digest(rule.pin))) {
      this.#tries += 1;
      if (this.#tries % TRIES === 0) this.#pausedAt = this.#now();
      this.#options.writeLog('LOGIN_FAILURE', 'settings (PIN)');
      throw new LoginError('failed', 'This is another PIN.');
    }
    this.#open('PIN');
  }

  /** Opens the settings. The caller has authenticated the administrator. */
  openFor(administrator: string): void {
    if (this.#options.rule()?.who !== 'administrators') {
      throw new LoginError('not-allowed', 'Administrators do not open the settings here.');
    }
    this.#open(administrator);
  }

  close(): void {
    this.#openedAt = null;
  }

  #pauseLeft(): number {
    if (this.#pausedAt === null) return 0;
    // A clock that was set back starts the pause again, at most.
    this.#pausedAt = Math.min(this.#pausedAt, this.#now());
    return this.#pausedAt + PAUSE_MS - this.#now();
  }

  #open(by: string): void {
    this.#tries = 0;
    this.#openedAt = this.#now();
    this.#options.writeLog('LOGIN_SUCCESS', `settings (${by})`);
  }
}

function digest(pin: string): Buffer {
  return createHash('sha256').update(pin).digest();
}
