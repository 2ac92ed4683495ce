import type { KeyboardState } from '@berth/contract/bridge/settings';
import type { ProfileDefinition } from '@berth/contract/profile/definition';
import { KEYBOARD_LAYOUTS, type KeyboardLayout } from '@berth/contract/profile/keyboard-layouts';
import type { Store } from '../../state/store.ts';
import type { Log } from '../../system/log.ts';
import type { Desktop } from '../../system/ports/desktop.ts';
import type { Running } from '../../system/ports/programs.ts';

export interface KeyboardOptions {
  readonly store: Store;
  readonly onChange: (state: KeyboardState) => void;
  /** Called when automatic opening is turned on or off: browsers report the focus only if they start with it. */
  readonly onReadable: () => Promise<void>;
  readonly log: Log;
}

type Screen = Pick<Desktop, 'setKeyboardLayout' | 'openKeyboard' | 'isTouchOnly' | 'onPlugged' | 'windows'>;

const LAYOUT_DEFAULT: KeyboardLayout = 'DE';
/** Wait before a crashed on-screen keyboard restarts, doubled while it keeps crashing. */
const RESTART_MS = 500;
const RESTART_MAX_MS = 60_000;
/** An on-screen keyboard that ran this long crashed for a new reason. */
const SETTLED_MS = 60_000;

/** The keyboard layout and the on-screen keyboard (spec chapter 3, keyboard_layouts and osk_enabled). */
export class Keyboard {
  readonly #options: KeyboardOptions;
  #layouts: readonly KeyboardLayout[] = KEYBOARD_LAYOUTS;
  /** Whether the profile enables the on-screen keyboard. */
  #wanted = false;
  #touchOnly = false;
  #covered = 0;
  #unwatch: () => void = () => {};
  #desktop: Screen | null = null;
  #running: Running | null = null;
  #comesByItself = false;
  #restart: NodeJS.Timeout | null = null;
  #crashes = 0;
  #work: Promise<void> = Promise.resolve();
  #told: KeyboardState | null = null;

  constructor(options: KeyboardOptions) {
    this.#options = options;
  }

  get state(): KeyboardState {
    const { keyboardLayout } = this.#options.store.state;
    // Without a profile, the setup wizard offers all layouts.
    const first = this.#layouts === KEYBOARD_LAYOUTS ? LAYOUT_DEFAULT : (this.#layouts[0] ?? LAYOUT_DEFAULT);
    const chosen = this.#layouts.find((layout) => layout === keyboardLayout) ?? first;
    return {
      layouts: [...this.#layouts],
      layout: chosen,
      onScreen: this.#wanted || this.#touchOnly,
      covered: this.#covered,
    };
  }

  follow(definition: ProfileDefinition | undefined): Promise<void> {
    this.#layouts = definition?.thinhoc.customization.keyboard_layouts ?? KEYBOARD_LAYOUTS;
    this.#wanted = definition?.system.accessibility.osk_enabled ?? false;
    return this.#apply();
  }

  /** Call once there is a screen and the X server has found its keyboards. */
  attach(desktop: Screen): Promise<void> {
    this.#desktop = desktop;
    this.#told = null;
    const unplug = desktop.onPlugged(() => void this.#apply());
    const unwatch = desktop.windows.onChange(() => this.#followCovered(desktop.windows.covered()));
    this.#unwatch = () => {
      unplug();
      unwatch();
    };
    return this.#apply();
  }

  #followCovered(covered: number): void {
    if (covered === this.#covered) return;
    this.#covered = covered;
    this.#options.onChange(this.state);
  }

  /** The screen has ended, with everything on it. */
  detach(): void {
    if (this.#restart) clearTimeout(this.#restart);
    this.#restart = null;
    this.#unwatch();
    this.#covered = 0;
    this.#desktop = null;
    this.#running = null;
  }

  /** Switches to one of the profile's layouts. */
  async choose(layout: KeyboardLayout): Promise<void> {
    await this.#options.store.update((state) => ({ ...state, keyboardLayout: layout }));
    await this.#apply();
  }

  // Serialized: a profile may arrive while the previous one is being applied.
  #apply(): Promise<void> {
    this.#work = this.#work
      .then(() => this.#lookForKeys())
      .then(() => this.#setLayout())
      .then(() => this.#setOnScreen())
      .catch((error: unknown) => this.#options.log.error({ error: String(error) }, 'keyboard'));
    return this.#work;
  }

  async #lookForKeys(): Promise<void> {
    this.#touchOnly = (await this.#desktop?.isTouchOnly()) ?? false;
  }

  async #setLayout(): Promise<void> {
    const { state } = this;
    if (this.#told === null || JSON.stringify(this.#told) !== JSON.stringify(state)) this.#options.onChange(state);
    const isSet = this.#told?.layout === state.layout;
    this.#told = state;
    if (!isSet) await this.#desktop?.setKeyboardLayout(state.layout);
  }

  async #setOnScreen(): Promise<void> {
    const desktop = this.#desktop;
    const isWanted = this.#wanted || this.#touchOnly;
    const hadItself = this.#comesByItself;
    if (this.#running && (!isWanted || this.#touchOnly !== hadItself)) {
      const running = this.#running;
      this.#running = null;
      this.#comesByItself = false;
      await running.stop();
    }
    if (desktop && isWanted && !this.#running) await this.#open(desktop);
    if (this.#comesByItself !== hadItself) await this.#options.onReadable();
  }

  async #open(desktop: Screen): Promise<void> {
    const running = await desktop.openKeyboard(this.#touchOnly);
    this.#comesByItself = this.#touchOnly;
    this.#running = running;
    const started = performance.now();
    void running.exited.then((exit) => {
      if (this.#running !== running) return;
      this.#running = null;
      this.#options.log.warn({ ...exit }, 'the on-screen keyboard ended and is restarted');
      if (performance.now() - started > SETTLED_MS) this.#crashes = 0;
      const wait = Math.min(RESTART_MAX_MS, RESTART_MS * 2 ** this.#crashes);
      this.#crashes += 1;
      this.#restart = setTimeout(() => void this.#apply(), wait);
      this.#restart.unref();
    });
  }
}
