import type { KeyboardState } from '@berth/contract/bridge/settings';
import type { ProfileDefinition } from '@berth/contract/profile/definition';
import type { KeyboardLayout } from '@berth/contract/profile/keyboard-layouts';
import type { Store } from '../../state/store.ts';
import type { Log } from '../../system/log.ts';
import type { Desktop } from '../../system/ports/desktop.ts';
import type { Running } from '../../system/ports/programs.ts';

export interface KeyboardOptions {
  readonly store: Store;
  readonly onChange: (state: KeyboardState) => void;
  readonly log: Log;
}

type Screen = Pick<Desktop, 'setKeyboardLayout' | 'openKeyboard'>;

const LAYOUT_DEFAULT: KeyboardLayout = 'DE';
/** Wait before a crashed on-screen keyboard restarts, doubled while it keeps crashing. */
const RESTART_MS = 500;
const RESTART_MAX_MS = 60_000;

/** The layout of the keyboards, and the keyboard on the screen (spec chapter 3, keyboard_layouts and osk_enabled). */
export class Keyboard {
  readonly #options: KeyboardOptions;
  #layouts: readonly KeyboardLayout[] = [LAYOUT_DEFAULT];
  #wanted = false;
  #desktop: Screen | null = null;
  #running: Running | null = null;
  #restart: NodeJS.Timeout | null = null;
  #crashes = 0;
  #work: Promise<void> = Promise.resolve();
  #told: KeyboardState | null = null;

  constructor(options: KeyboardOptions) {
    this.#options = options;
  }

  get state(): KeyboardState {
    const { keyboardLayout } = this.#options.store.state;
    const [first = LAYOUT_DEFAULT] = this.#layouts;
    const chosen = this.#layouts.find((layout) => layout === keyboardLayout) ?? first;
    return { layouts: [...this.#layouts], layout: chosen, onScreen: this.#wanted };
  }

  follow(definition: ProfileDefinition | undefined): Promise<void> {
    this.#layouts = definition?.thinhoc.customization.keyboard_layouts ?? [LAYOUT_DEFAULT];
    this.#wanted = definition?.system.accessibility.osk_enabled ?? false;
    return this.#apply();
  }

  /** There is a screen, with keyboards as the X server found them. */
  attach(desktop: Screen): Promise<void> {
    this.#desktop = desktop;
    this.#told = null;
    return this.#apply();
  }

  /** The screen is gone, and what was on it. */
  detach(): void {
    if (this.#restart) clearTimeout(this.#restart);
    this.#restart = null;
    this.#desktop = null;
    this.#running = null;
  }

  /** One of the profile's layouts. */
  async choose(layout: KeyboardLayout): Promise<void> {
    await this.#options.store.update((state) => ({ ...state, keyboardLayout: layout }));
    await this.#apply();
  }

  // In order: a profile may arrive while the previous one is still being applied.
  #apply(): Promise<void> {
    this.#work = this.#work
      .then(() => this.#setLayout())
      .then(() => this.#setOnScreen())
      .catch((error: unknown) => this.#options.log.error({ error: String(error) }, 'keyboard'));
    return this.#work;
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
    if (!this.#wanted) {
      const running = this.#running;
      this.#running = null;
      await running?.stop();
      return;
    }
    if (!desktop || this.#running) return;
    const running = await desktop.openKeyboard();
    this.#running = running;
    void running.exited.then(() => {
      if (this.#running !== running) return;
      this.#running = null;
      const wait = Math.min(RESTART_MAX_MS, RESTART_MS * 2 ** this.#crashes);
      this.#crashes += 1;
      this.#restart = setTimeout(() => void this.#apply(), wait);
      this.#restart.unref();
    });
  }
}
