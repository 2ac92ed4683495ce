import type { AccessibilityState } from '@berth/contract/bridge/settings';
import type { Log } from '../../system/log.ts';
import type { Desktop } from '../../system/ports/desktop.ts';

export interface AccessibilityOptions {
  readonly onChange: (state: AccessibilityState) => void;
  readonly log: Log;
}

type Screen = Pick<Desktop, 'setKeyAids'>;

const OFF: AccessibilityState = { largeText: false, highContrast: false, stickyKeys: false, slowRepeat: false };

/**
 * What makes the machine easier to see and to type on. Chosen at the greeter or on the home screen, kept until the logout.
 * The page and new sessions' browsers follow text size and contrast; the keyboard follows at once.
 */
export class Accessibility {
  readonly #options: AccessibilityOptions;
  #state = OFF;
  #desktop: Screen | null = null;
  #work: Promise<void> = Promise.resolve();

  constructor(options: AccessibilityOptions) {
    this.#options = options;
  }

  get state(): AccessibilityState {
    return this.#state;
  }

  change(change: Partial<AccessibilityState>): Promise<void> {
    this.#state = { ...this.#state, ...change };
    this.#options.onChange(this.#state);
    return this.#apply();
  }

  /** The next person needs something else. */
  reset(): Promise<void> {
    return this.change(OFF);
  }

  attach(desktop: Screen): Promise<void> {
    this.#desktop = desktop;
    return this.#apply();
  }

  detach(): void {
    this.#desktop = null;
  }

  // In order: the last choice holds.
  #apply(): Promise<void> {
    const { stickyKeys, slowRepeat } = this.#state;
    this.#work = this.#work
      .then(() => this.#desktop?.setKeyAids({ stickyKeys, slowRepeat }))
      .catch((error: unknown) => this.#options.log.error({ error: String(error) }, 'the keyboard stays as it was'));
    return this.#work;
  }
}
