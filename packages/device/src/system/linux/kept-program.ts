import type { Log } from '../log.ts';
import type { Running } from '../ports/programs.ts';

export interface KeptProgramOptions {
  /** In the log, such as "the window manager". */
  readonly name: string;
  readonly start: () => Running;
  readonly log: Log;
}

/**
 * Wait before it restarts, doubled while it keeps ending. The end of its X server ends it as well, and is noticed within
 * the first wait.
 */
const RESTART_MS = 200;
const RESTART_MAX_MS = 10_000;
/** A program that ran this long ended for a new reason. */
const SETTLED_MS = 10_000;

/** A program that starts again whenever it ends by itself, until it is stopped. */
export class KeptProgram {
  readonly #options: KeptProgramOptions;
  #running: Running | null = null;
  #restart: NodeJS.Timeout | undefined;
  #ends = 0;
  #onEnded: () => void = () => {};

  constructor(options: KeptProgramOptions) {
    this.#options = options;
    this.#start();
  }

  /** Calls the listener when it has ended by itself, before it starts again. */
  onEnded(listener: () => void): void {
    this.#onEnded = listener;
  }

  /** Ends it for good. */
  async stop(): Promise<void> {
    clearTimeout(this.#restart);
    const running = this.#running;
    this.#running = null;
    await running?.stop();
  }

  #start(): void {
    const { name, start, log } = this.#options;
    const started = performance.now();
    const running = start();
    this.#running = running;
    void running.exited.then((exit) => {
      if (this.#running !== running) return;
      this.#onEnded();
      if (performance.now() - started > SETTLED_MS) this.#ends = 0;
      const wait = Math.min(RESTART_MAX_MS, RESTART_MS * 2 ** this.#ends);
      this.#ends += 1;
      this.#restart = setTimeout(() => {
        log.warn({ ...exit }, `${name} ended and is restarted`);
        this.#start();
      }, wait);
    });
  }
}
