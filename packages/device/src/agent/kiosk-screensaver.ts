import type { ProfileDefinition } from '@berth/contract/profile/definition';
import { kioskReference } from '@berth/contract/profile/entries';

export interface KioskScreensaverOptions {
  readonly definition: () => ProfileDefinition | undefined;
  readonly isUsed: () => boolean;
  /** Whether a message is unread: the screensaver would cover it. */
  readonly isMessageUnread: () => boolean;
  /** Milliseconds since the last input; undefined without a screen. */
  readonly idleMs: () => Promise<number | undefined>;
  /** Whether the screensaver is still there: a changed profile shows the kiosk session again. */
  readonly isOnScreen: () => boolean;
  /** Shows the screensaver in front of the kiosk session. */
  readonly show: () => Promise<void>;
  /** Brings the kiosk session back. */
  readonly hide: () => void;
  readonly onError: (error: unknown) => void;
}

/** Interval between idle checks; bounds how late the screensaver starts and hides. */
const CHECK_MS = 1_000;

/**
 * The screensaver in kiosk mode. There is no home screen to measure idle time, so the agent does it and shows the home
 * screen's slides while the machine is idle (spec chapter 4).
 */
export class KioskScreensaver {
  readonly #options: KioskScreensaverOptions;
  #timer: NodeJS.Timeout | null = null;
  #isShown = false;

  constructor(options: KioskScreensaverOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer ??= setTimeout(() => void this.#check(), CHECK_MS);
  }

  stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  async #check(): Promise<void> {
    try {
      await this.#decide();
    } catch (error) {
      this.#options.onError(error);
    }
    if (this.#timer) this.#timer = setTimeout(() => void this.#check(), CHECK_MS);
  }

  async #decide(): Promise<void> {
    const { definition, isUsed, isMessageUnread, idleMs, isOnScreen, show, hide } = this.#options;
    const current = definition();
    const showAfterMs = current && isUsed() && !isMessageUnread() ? delayOf(current) : null;
    if (showAfterMs === null && !this.#isShown) return;
    if (this.#isShown && !isOnScreen()) this.#isShown = false;
    const idle = (await idleMs()) ?? 0;
    if (this.#isShown && (showAfterMs === null || idle < CHECK_MS)) {
      this.#isShown = false;
      hide();
    } else if (!this.#isShown && showAfterMs !== null && idle >= showAfterMs) {
      this.#isShown = true;
      await show();
    }
  }
}

/** Idle time in milliseconds until the screensaver starts; null if the kiosk session stays in front. */
function delayOf(definition: ProfileDefinition): number | null {
  const { enabled, bring_to_foreground: toFront, show_after: seconds } = definition.thinhoc.screensaver;
  return enabled && toFront && kioskReference(definition) ? seconds * 1_000 : null;
}
