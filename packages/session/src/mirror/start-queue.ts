/** What begins, and says by `done` when the next one may. */
type Begin = (done: () => void) => void;

interface Turn {
  readonly key: string;
  readonly begin: Begin;
}

/**
 * Begins one after the other: the next once the one before is done, or took so long. Connections that all begin or end at
 * once hold a page on a small machine up for so long that everybody takes it for dead.
 */
export class StartQueue {
  readonly #longestMs: number;
  #waiting: Turn[] = [];
  #ends: (() => void) | null = null;

  /** @param longestMs after which the next one begins in any case */
  constructor(longestMs: number) {
    this.#longestMs = longestMs;
  }

  /** Whoever waits already keeps their turn, for this. */
  take(key: string, begin: Begin): void {
    const turn = { key, begin };
    const waits = this.#waiting.some((each) => each.key === key);
    this.#waiting = waits ? this.#waiting.map((each) => (each.key === key ? turn : each)) : [...this.#waiting, turn];
    if (!this.#ends) this.#next();
  }

  /** Nobody who waits begins any more. */
  clear(): void {
    this.#waiting = [];
    this.#ends?.();
  }

  #next(): void {
    const [turn, ...others] = this.#waiting;
    this.#waiting = others;
    if (!turn) return;
    let tooLong: ReturnType<typeof setTimeout> | undefined;
    const ends = () => {
      if (this.#ends !== ends) return;
      clearTimeout(tooLong);
      this.#ends = null;
      this.#next();
    };
    this.#ends = ends;
    turn.begin(ends);
    // From then on: to begin may itself have held the page up.
    if (this.#ends === ends) tooLong = setTimeout(ends, this.#longestMs);
  }
}
