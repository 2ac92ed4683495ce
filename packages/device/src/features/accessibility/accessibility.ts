import type { AccessibilityState } from '@berth/contract/bridge/settings';
import type { Store } from '../../state/store.ts';
import type { Log } from '../../system/log.ts';
import type { Desktop, ScreenReader } from '../../system/ports/desktop.ts';

export interface AccessibilityOptions {
  readonly store: Store;
  /** This start of the computer: after an agent crash, whoever needs an aid still has it. */
  readonly bootId: string;
  readonly onChange: (state: AccessibilityState) => void;
  /** The user's language, as a BCP 47 tag. */
  readonly language: () => string;
  /** Called when a screen reader starts or ends: browsers support one only if they start with it. */
  readonly onReadable: () => Promise<void>;
  readonly log: Log;
}

type Screen = Pick<Desktop, 'setKeyAids' | 'hasScreenReader' | 'openScreenReader'>;
type Aids = Omit<AccessibilityState, 'hasScreenReader'>;

const OFF: Aids = {
  largeText: false,
  highContrast: false,
  stickyKeys: false,
  slowRepeat: false,
  screenReader: false,
};
/** Wait before a crashed screen reader restarts, doubled while it keeps crashing. */
const RESTART_MS = 500;
const RESTART_MAX_MS = 60_000;
/** A screen reader that ran this long crashed for a new reason. */
const SETTLED_MS = 60_000;

/**
 * The user's accessibility aids, chosen at the greeter or on the home screen and reset at logout. Text size and
 * contrast apply to the page and to the browsers of new sessions; keyboard aids apply immediately; the home screen
 * restarts for a screen reader.
 */
export class Accessibility {
  readonly #options: AccessibilityOptions;
  #aids: Aids;
  #desktop: Screen | null = null;
  #reader: ScreenReader | null = null;
  #spoken = '';
  /** The bus with which the running browsers started; empty: without one. */
  #bus = '';
  #restart: NodeJS.Timeout | undefined;
  #crashes = 0;
  #work: Promise<void> = Promise.resolve();

  constructor(options: AccessibilityOptions) {
    this.#options = options;
    const { bootId = null, ...aids } = options.store.state.aids ?? {};
    this.#aids = bootId === options.bootId ? { ...OFF, ...aids } : OFF;
  }

  get state(): AccessibilityState {
    return { ...this.#aids, hasScreenReader: this.#desktop?.hasScreenReader ?? false };
  }

  change(change: Partial<Aids>): Promise<void> {
    this.#aids = { ...this.#aids, ...change };
    this.#options.onChange(this.state);
    this.#remember();
    return this.#apply();
  }

  /** Turns all aids off, for the next user. */
  reset(): Promise<void> {
    return this.change(OFF);
  }

  /** The user chose a language: the screen reader switches to it. */
  speak(): Promise<void> {
    return this.#apply();
  }

  attach(desktop: Screen): Promise<void> {
    this.#desktop = desktop;
    this.#options.onChange(this.state);
    return this.#apply();
  }

  /** The screen has ended, with everything on it. */
  detach(): void {
    clearTimeout(this.#restart);
    this.#desktop = null;
    this.#reader = null;
    this.#bus = '';
  }

  #remember(): void {
    const { store, bootId, log } = this.#options;
    const aids = Object.values(this.#aids).includes(true) ? { ...this.#aids, bootId } : null;
    if (aids === null && store.state.aids === null) return;
    store
      .update((state) => ({ ...state, aids }))
      .catch((error: unknown) => log.error({ error: String(error) }, 'the accessibility aids are not kept'));
  }

  // Serialized, so that the last choice wins.
  #apply(): Promise<void> {
    const { stickyKeys, slowRepeat } = this.#aids;
    this.#work = this.#work
      .then(() => this.#desktop?.setKeyAids({ stickyKeys, slowRepeat }))
      .catch((error: unknown) => this.#options.log.error({ error: String(error) }, 'the keyboard stays as it was'))
      .then(() => this.#setReader())
      .catch((error: unknown) => this.#options.log.error({ error: String(error) }, 'screen reader'));
    return this.#work;
  }

  async #setReader(): Promise<void> {
    const desktop = this.#desktop;
    const reader = this.#reader;
    const language = this.#options.language();
    if (!this.#aids.screenReader) {
      clearTimeout(this.#restart);
      this.#reader = null;
      await reader?.stop();
      await this.#startReadable('');
    } else if (reader && language !== this.#spoken) {
      this.#spoken = language;
      await reader.speak(language);
    } else if (desktop?.hasScreenReader && !reader) {
      this.#spoken = language;
      const opened = await desktop.openScreenReader(language);
      this.#reader = opened;
      const started = performance.now();
      void opened.exited.then((exit) => {
        if (this.#reader !== opened) return;
        this.#options.log.warn({ ...exit }, 'the screen reader ended and is restarted');
        if (performance.now() - started > SETTLED_MS) this.#crashes = 0;
        this.#comeBack();
      });
      await this.#startReadable(opened.bus);
    }
  }

  async #startReadable(bus: string): Promise<void> {
    if (this.#bus === bus) return;
    this.#bus = bus;
    await this.#options.onReadable();
  }

  #comeBack(): void {
    this.#reader = null;
    const wait = Math.min(RESTART_MAX_MS, RESTART_MS * 2 ** this.#crashes);
    this.#crashes += 1;
    this.#restart = setTimeout(() => void this.#apply(), wait);
    this.#restart.unref();
  }
}
