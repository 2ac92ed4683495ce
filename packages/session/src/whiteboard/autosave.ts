/** The state of a board; `failed` is retried automatically. */
export type SaveState = 'saved' | 'unsaved' | 'saving' | 'failed';

/** Delay after the last stroke. */
const WAIT_MS = 800;
const RETRY_MS = 5_000;

/** Saves changes, one save at a time; changes during a save are saved after it. */
export class Autosave {
  readonly #save: () => Promise<void>;
  readonly #onState: (state: SaveState) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> | undefined;
  #changed = false;

  constructor(save: () => Promise<void>, onState: (state: SaveState) => void) {
    this.#save = save;
    this.#onState = onState;
  }

  /** Schedules a save after a change. */
  changed(): void {
    this.#changed = true;
    if (!this.#running) this.#onState('unsaved');
    this.#wait(WAIT_MS);
  }

  /** Saves unsaved changes now; resolves when nothing is left, or saving failed. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    // Another flush that waited may have started the next save.
    while (this.#running) await this.#running;
    if (!this.#changed) return;
    this.#running = this.#run();
    await this.#running;
  }

  /** Cancels all further saves. */
  drop(): void {
    clearTimeout(this.#timer);
    this.#changed = false;
  }

  async #run(): Promise<void> {
    this.#changed = false;
    this.#onState('saving');
    try {
      await this.#save();
      this.#onState(this.#changed ? 'unsaved' : 'saved');
    } catch {
      this.#changed = true;
      this.#onState('failed');
      this.#wait(RETRY_MS);
    } finally {
      this.#running = undefined;
    }
  }

  #wait(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), ms);
  }
}
