/** How long a newly started browser may take to load the page; doubled after each failure. */
const COMING_MS = 30_000;
const COMING_MAX_MS = 240_000;
/** A page that lost its channel reconnects after two seconds. One that crashed leaves an empty window. */
const GONE_MS = 12_000;
/** How long a user may stay on the provider's sign-in pages. */
const AWAY_MS = 900_000;

/**
 * Watches whether the home screen's page is loaded: it is connected to the agent while it lives. The browser can keep
 * running without it if the page's process crashed or the network changed while it loaded.
 */
export class PageWatch {
  readonly #onLost: () => void;
  readonly #onLoaded: () => void;
  #running = false;
  #pages = 0;
  #isAway = false;
  #comingMs = COMING_MS;
  #timer: NodeJS.Timeout | undefined;

  /**
   * @param onLost The browser has been without the page for too long.
   * @param onLoaded The page is loaded, or loaded again.
   */
  constructor(onLost: () => void, onLoaded: () => void = () => {}) {
    this.#onLost = onLost;
    this.#onLoaded = onLoaded;
  }

  /** The browser was started. */
  start(): void {
    this.#running = true;
    this.#isAway = false;
    this.#wait(this.#comingMs);
    this.#comingMs = Math.min(this.#comingMs * 2, COMING_MAX_MS);
  }

  /** The browser ended, or is no longer wanted. */
  stop(): void {
    this.#running = false;
    clearTimeout(this.#timer);
  }

  get isLoaded(): boolean {
    return this.#pages > 0;
  }

  /** A page connected. The returned function is called when it disconnects. */
  listening(): () => void {
    this.#pages++;
    this.#isAway = false;
    this.#comingMs = COMING_MS;
    clearTimeout(this.#timer);
    this.#onLoaded();
    return () => {
      this.#pages--;
      if (this.#running && this.#pages === 0) this.#wait(this.#isAway ? AWAY_MS : GONE_MS);
    };
  }

  /** The page leaves for the provider's sign-in pages, which lead back to it. */
  leaves(): void {
    this.#isAway = true;
  }

  #wait(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#onLost, ms);
    this.#timer.unref();
  }
}
