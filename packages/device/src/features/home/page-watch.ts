/** How long a newly started browser may take to ask for the page; doubled after each failure. */
const STARTING_MS = 60_000;
/** How long the page may take after its browser's last request; doubled after each failure. */
const LOADING_MS = 30_000;
const COMING_MAX_MS = 240_000;
/** A page that lost its connection reconnects after two seconds; a crashed page leaves an empty window. */
const GONE_MS = 12_000;
/** How long a user may stay on the provider's sign-in pages. */
const AWAY_MS = 900_000;

/**
 * Watches whether the home screen's page is loaded: a loaded page stays connected to the agent. Its browser can run
 * without it if the page's process crashed or if the network changed while it loaded.
 */
export class PageWatch {
  readonly #onLost: () => void;
  readonly #onLoaded: () => void;
  #running = false;
  #pages = 0;
  #isAway = false;
  #failures = 0;
  #timer: NodeJS.Timeout | undefined;

  /**
   * @param onLost Called when the browser has been without the page for too long.
   * @param onLoaded Called when the page has loaded or reloaded.
   */
  constructor(onLost: () => void, onLoaded: () => void = () => {}) {
    this.#onLost = onLost;
    this.#onLoaded = onLoaded;
  }

  /** Call when the browser has started. */
  start(): void {
    this.#running = true;
    this.#isAway = false;
    this.#waitLonger(STARTING_MS);
  }

  /** Call when a browser asks for a file of the page: a slow machine takes its time for each. */
  asked(): void {
    if (this.#running && this.#pages === 0 && !this.#isAway) this.#waitLonger(LOADING_MS);
  }

  /** Call when the browser has ended or is no longer wanted. */
  stop(): void {
    this.#running = false;
    clearTimeout(this.#timer);
  }

  get isLoaded(): boolean {
    return this.#pages > 0;
  }

  /** Call when a page connects. Call the returned function when it disconnects. */
  listening(): () => void {
    this.#pages++;
    this.#isAway = false;
    this.#failures = 0;
    clearTimeout(this.#timer);
    this.#onLoaded();
    return () => {
      this.#pages--;
      if (this.#running && this.#pages === 0) this.#wait(this.#isAway ? AWAY_MS : GONE_MS);
    };
  }

  /** Call when the page leaves for the provider's sign-in pages, which return to it. */
  leaves(): void {
    this.#isAway = true;
  }

  #waitLonger(ms: number): void {
    this.#wait(Math.min(ms * 2 ** this.#failures, COMING_MAX_MS), () => {
      this.#failures++;
      this.#onLost();
    });
  }

  #wait(ms: number, onLate = this.#onLost): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(onLate, ms);
    this.#timer.unref();
  }
}
