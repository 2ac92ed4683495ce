import type { LiveViewState } from '@berth/contract/bridge/screen';
import type { LiveViewFrame } from '@berth/contract/device/messages';
import { FRAME_CHARS_MAX } from '@berth/contract/limits';
import type { Store } from '../../state/store.ts';
import type { Log } from '../../system/log.ts';
import type { Desktop } from '../../system/ports/desktop.ts';

export interface LiveViewOptions {
  readonly desktop: () => Pick<Desktop, 'screenshot'> | null;
  readonly store: Store;
  /** Whether the profile enables the live view. */
  readonly isEnabled: () => boolean;
  /** Whether no user can see that the screen is being watched. */
  readonly isPrivate: () => boolean;
  readonly onChange: (state: LiveViewState) => void;
  readonly log: Log;
}

/** A frame is reused for requests within this time. */
const FRESH_MS = 2_000;
const WATCHED_MS = 30_000;
/** JPEG qualities in percent; the first image that is small enough is sent. */
const QUALITIES = [70, 45, 20];

/** Images of the screen for the console, captured on request if profile and user allow it. */
export class LiveView {
  readonly #options: LiveViewOptions;
  #last: { readonly image: string; readonly at: number } | null = null;
  #watched: NodeJS.Timeout | null = null;

  constructor(options: LiveViewOptions) {
    this.#options = options;
  }

  get state(): LiveViewState {
    const { isEnabled, store } = this.#options;
    return { enabled: isEnabled(), allowed: !store.state.liveViewForbidden, watched: this.#watched !== null };
  }

  /** Sets whether the machine's user allows the live view. Resolves once that is durable, or cannot be. */
  async allow(allowed: boolean): Promise<void> {
    const { store, log } = this.#options;
    const durable = store.update((state) => ({ ...state, liveViewForbidden: !allowed }));
    if (!allowed) this.#forget();
    this.tell();
    await durable.catch((error: unknown) => log.error({ error: String(error) }, 'the live view choice is not kept'));
  }

  /** Call when the profile or the user has changed. */
  tell(): void {
    this.#options.onChange(this.state);
  }

  /** Captures an image for the console. Never rejects. */
  async capture(): Promise<LiveViewFrame> {
    const { desktop, isPrivate, log } = this.#options;
    const { enabled, allowed } = this.state;
    if (!enabled) return { state: 'off', image: null };
    if (!allowed) return { state: 'forbidden', image: null };
    if (isPrivate()) return { state: 'private', image: null };
    const screen = desktop();
    if (!screen) return { state: 'none', image: null };
    try {
      const image = await this.#fresh(screen);
      // The conditions may have changed during the capture.
      if (!this.state.allowed || isPrivate()) return { state: 'private', image: null };
      this.#isWatched();
      return { state: 'shown', image };
    } catch (error) {
      log.warn({ error: String(error) }, 'no picture of the screen');
      return { state: 'none', image: null };
    }
  }

  stop(): void {
    this.#forget();
  }

  async #fresh(screen: Pick<Desktop, 'screenshot'>): Promise<string> {
    const now = performance.now();
    if (this.#last && now - this.#last.at < FRESH_MS) return this.#last.image;
    const encode = await screen.screenshot();
    for (const quality of QUALITIES) {
      const image = encode(quality).toString('base64');
      if (image.length > FRAME_CHARS_MAX) continue;
      this.#last = { image, at: now };
      return image;
    }
    throw new Error('The picture is too large.');
  }

  #isWatched(): void {
    const isNews = this.#watched === null;
    if (this.#watched) clearTimeout(this.#watched);
    this.#watched = setTimeout(() => {
      this.#forget();
      this.tell();
    }, WATCHED_MS);
    if (isNews) this.tell();
  }

  #forget(): void {
    if (this.#watched) clearTimeout(this.#watched);
    this.#watched = null;
    this.#last = null;
  }
}
