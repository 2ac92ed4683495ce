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

/**
 * Shows an administrator's message in a window above a session or the kiosk. The home screen shows messages itself, but
 * is not visible there.
 */
export class MessageNotice {
  readonly #options: MessageNoticeOptions;
  #shown: Promise<void> | null = null;
  #close: (() => void) | null = null;

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
    if (this.#shown || !current) return;
    this.#shown = this.#show(current)
      .catch((error: unknown) => log.warn({ error: String(error) }, 'a message is not shown above other windows'))
      .finally(() => {
        this.#shown = null;
        this.#close = null;
      });
  }

  async stop(): Promise<void> {
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
    await Promise.race([over, notice.exited]);
    await release();
    await notice.stop();
  }
}

function isHomeInFront({ windows }: Desktop): boolean {
  const active = windows.active();
  const front = windows.list().find(({ id }) => id === active);
  return front?.className === HOME_CLASS;
}
