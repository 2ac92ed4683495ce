import type { XConnection } from './x-connection.ts';

const LIST = '_NET_CLIENT_LIST';
/** How long the next window manager may take for the windows; some may never be shown again. */
const TAKES_MS = 10_000;

/**
 * The time from the end of a window manager until the next one manages the same windows. It lists them one by one:
 * meanwhile, a window that is missing has not been closed.
 */
export class ManagerChange {
  readonly #x: XConnection;
  #awaited: readonly number[] = [];
  #ends: NodeJS.Timeout | undefined;

  constructor(x: XConnection) {
    this.#x = x;
  }

  /** @param onLate Called if windows are still missing after a while; they then count as closed. */
  async begin(windows: readonly number[], onLate: () => void): Promise<void> {
    this.#awaited = windows;
    clearTimeout(this.#ends);
    this.#ends = setTimeout(() => {
      this.#awaited = [];
      onLate();
    }, TAKES_MS);
    this.#ends.unref();
    // The list of the one that ended would stay.
    await this.#x.deleteProperty(this.#x.root, LIST);
  }

  /** Whether a window that is not in the list may still come. */
  async isIncomplete(listed: readonly number[]): Promise<boolean> {
    const missing = this.#awaited.filter((id) => !listed.includes(id));
    for (const id of missing) if (await this.#exists(id)) return true;
    clearTimeout(this.#ends);
    this.#awaited = [];
    return false;
  }

  async #exists(id: number): Promise<boolean> {
    return this.#x.property(id, 'WM_CLASS').then(
      () => true,
      () => false,
    );
  }
}
