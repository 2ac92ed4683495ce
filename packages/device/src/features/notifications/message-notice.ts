import type { Log } from '../../system/log.ts';
import type { Desktop } from '../../system/ports/desktop.ts';
import type { Running } from '../../system/ports/programs.ts';
import { HOME_CLASS } from '../../system/ports/windows.ts';

export interface MessageNoticeOptions {
  readonly desktop: () => Desktop | null;
  /** The oldest unread message that is not an emergency. */
  readonly unread: () => string | undefined;
  /** Whether a user is logged in: messages wait at the greeter. */
  readonly isUsed: () => boolean;
  /** Opens the message window above every other window. */
  readonly open: (desktop: Desktop) => Promise<Running>;
  readonly onRead: (id: string) => void;
  readonly log: Log;
}

/** Wait before a window that crashed or could not be opened comes again, doubled while that goes on. */
const AGAIN_MS = 500;
const AGAIN_MAX_MS = 60_000;

/**
 * Shows an administrator's message in a window above a session or the kiosk. The home screen shows messages itself, but
 * is not visible there.
 */
export class MessageNotice {
  readonly #options: MessageNoticeOptions;
  #shown: Promise<void> | null = null;
  #close: (() => void) | null = null;
  #crashes = 0;
  #again: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(options: MessageNoticeOptions) {
    this.#options = options;
  }

  /** Call when messages, windows, or the user change. */
  update(): void {
    const { desktop, unread, isUsed, log } = this.#options;
    const current = desktop();
    if (unread() === undefined || !isUsed() || (current && isHomeInFront(current))) {
      this.#close?.();
      return;
    }
    if (this.#shown || !current || this.#isStopped) return;
    clearTimeout(this.#again);
    let hasClosed = false;
    this.#shown = this.#show(current)
      .then(() => {
        this.#crashes = 0;
        hasClosed = true;
      })
      .catch((error: unknown) => {
        log.warn({ error: String(error) }, 'a message is not shown above other windows');
        this.#again = setTimeout(() => this.update(), Math.min(AGAIN_MAX_MS, AGAIN_MS * 2 ** this.#crashes));
        this.#again.unref();
        this.#crashes += 1;
      })
      .finally(() => {
        this.#shown = null;
        this.#close = null;
        // Another message may have come while the window closed.
        if (hasClosed) this.update();
      });
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#again);
    this.#close?.();
    await this.#shown;
  }

  async #show(desktop: Desktop): Promise<void> {
    const { open, unread, onRead } = this.#options;
    const over = new Promise<void>((resolve) => {
      this.#close = resolve;
    });
    const notice = await open(desktop);
    // The window never has the focus: users without a pointer dismiss it with a key that works in any window.
    const release = await desktop.onChord('Space', () => {
      const id = unread();
      if (id !== undefined) onRead(id);
    });
    const crash = await Promise.race([over, notice.exited]);
    await release();
    await notice.stop();
    if (crash) throw new Error(`its window ended (${crash.signal ?? crash.code})`);
  }
}

function isHomeInFront({ windows }: Desktop): boolean {
  const active = windows.active();
  const front = windows.list().find(({ id }) => id === active);
  return front?.className === HOME_CLASS;
}
