/** A start, which calls `done` when the next one may run. */
type Begin = (done: () => void) => void;

interface Turn {
  readonly key: string;
  readonly begin: Begin;
}

/**
 * Runs starts one after another: the next once the previous one is done, or timed out. Connections that all start or
 * end at once block a page on a small machine for so long that all guests lose it.
 */
export class StartQueue {
  readonly #longestMs: number;
  #waiting: Turn[] = [];
  #ends: (() => void) | null = null;

  /** @param longestMs Time after which the next start runs in any case. */
  constructor(longestMs: number) {
    this.#longestMs = longestMs;
  }

  /** Queues a start; a queued entry with this key keeps its turn. */
  take(key: string, begin: Begin): void {
    const turn = { key, begin };
    const waits = this.#waiting.some((each) => each.key === key);
    this.#waiting = waits ? this.#waiting.map((each) => (each.key === key ? turn : each)) : [...this.#waiting, turn];
    if (!this.#ends) this.#next();
  }

  /** Drops all queued starts. */
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
    // Counts from now: the start itself may have blocked the page.
    if (this.#ends === ends) tooLong = setTimeout(ends, this.#longestMs);
  }
}
