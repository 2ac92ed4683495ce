import type { ProfileDefinition } from '@berth/contract/profile/definition';
import { kioskReference } from '@berth/contract/profile/entries';

export interface KioskScreensaverOptions {
  readonly definition: () => ProfileDefinition | undefined;
  readonly isUsed: () => boolean;
  /** Whether a message waits to be read: the screensaver would cover it. */
  readonly isMessageUnread: () => boolean;
  /** Milliseconds since the last input; undefined without a screen. */
  readonly idleMs: () => Promise<number | undefined>;
  /** Shows the screensaver before the kiosk's session. */
  readonly show: () => Promise<void>;
  /** Brings the kiosk's session back. */
  readonly hide: () => void;
  readonly onError: (error: unknown) => void;
}

/** How often idle time is checked: how soon input hides it, and how exact its start is. */
const CHECK_MS = 1_000;

/**
 * The screensaver in kiosk mode. No home screen runs there to measure idle time, so the agent does, and opens the home
 * screen on its slides while the machine is idle (spec chapter 4).
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
    const { definition, isUsed, isMessageUnread, idleMs, show, hide } = this.#options;
    const current = definition();
    const showAfterMs = current && isUsed() && !isMessageUnread() ? delayOf(current) : null;
    if (showAfterMs === null && !this.#isShown) return;
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

/** Null where the kiosk's session stays in front. */
function delayOf(definition: ProfileDefinition): number | null {
  const { enabled, bring_to_foreground: toFront, show_after: seconds } = definition.thinhoc.screensaver;
  return enabled && toFront && kioskReference(definition) ? seconds * 1_000 : null;
}
