/** How long a browser that was just started has to bring the page; doubled each time that it does not. */
const COMING_MS = 30_000;
const COMING_MAX_MS = 240_000;
/** A page that only lost its channel is back after two seconds. One that fell leaves its window there, empty. */
const GONE_MS = 12_000;
/** As long as a person may take on the provider's sign-in pages. */
const AWAY_MS = 900_000;

/**
 * Knows whether the home screen's page is there: it listens to the agent for as long as it lives. A browser can run on without it, when the
 * page's process fell or the network changed while the page was loaded.
 */
export class PageWatch {
  readonly #onLost: () => void;
  readonly #onThere: () => void;
  #running = false;
  #pages = 0;
  #isAway = false;
  #comingMs = COMING_MS;
  #timer: NodeJS.Timeout | undefined;

  /**
   * @param onLost There is a browser, and for too long no page in it.
   * @param onThere The page came, or came back.
   */
  constructor(onLost: () => void, onThere: () => void = () => {}) {
    this.#onLost = onLost;
    this.#onThere = onThere;
  }

  /** The browser was started. */
  start(): void {
    this.#running = true;
    this.#isAway = false;
    this.#wait(this.#comingMs);
    this.#comingMs = Math.min(this.#comingMs * 2, COMING_MAX_MS);
  }

  /** The browser ended, or is not wanted any more. */
  stop(): void {
    this.#running = false;
    clearTimeout(this.#timer);
  }

  get isThere(): boolean {
    return this.#pages > 0;
  }

  /** A page began to listen. What is returned is called once it does not any more. */
  listening(): () => void {
    this.#pages++;
    this.#isAway = false;
    this.#comingMs = COMING_MS;
    clearTimeout(this.#timer);
    this.#onThere();
    return () => {
      this.#pages--;
      if (this.#running && this.#pages === 0) this.#wait(this.#isAway ? AWAY_MS : GONE_MS);
    };
  }

  /** The page goes to the provider's sign-in pages and comes back from there. */
  leaves(): void {
    this.#isAway = true;
  }

  #wait(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#onLost, ms);
    this.#timer.unref();
  }
}
