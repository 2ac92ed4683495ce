import { BridgeError } from '../bridge/bridge-error.ts';

/** Asks the cloud for the desired state again, and waits for it. */
export class Refresh {
  readonly #reconnect: () => void;
  readonly #waiting = new Set<() => void>();

  constructor(reconnect: () => void) {
    this.#reconnect = reconnect;
  }

  /** Rejects when the cloud has not answered after so long. */
  async ask(timeoutMs: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    let done: (() => void) | undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        done = resolve;
        this.#waiting.add(resolve);
        timer = setTimeout(() => reject(new BridgeError('unavailable', 'The cloud does not answer.')), timeoutMs);
        this.#reconnect();
      });
    } finally {
      clearTimeout(timer);
      if (done) this.#waiting.delete(done);
    }
  }

  /** A desired state arrived. */
  arrived(): void {
    for (const done of this.#waiting) done();
  }
}
