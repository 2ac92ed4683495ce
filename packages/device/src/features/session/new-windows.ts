import type { Window, Windows } from '../../system/ports/windows.ts';
import { showPainted } from './show-painted.ts';

/** A new window is shown after this time even if it is blank: its page may load for minutes. */
const BLANK_MAX_MS = 1_000;

/**
 * The windows that a web app opens and the extension makes bare. They open below all others (openbox-config.ts), because
 * Chromium shows them white until their page paints, and come to the front once they have painted.
 */
export class NewWindows {
  readonly #coming = new Set<number>();

  /** Call when the window list changes. */
  update(windows: Windows, list: readonly Window[]): void {
    for (const { id, className, isBelow } of list) {
      if (!isBelow || this.#coming.has(id)) continue;
      this.#coming.add(id);
      const come = async () => {
        await windows.leaveBottom(id);
        // The user may have gone elsewhere meanwhile.
        if (isFront(windows, className)) await windows.raise(id);
      };
      void showPainted(windows, id, come, BLANK_MAX_MS)
        // The window has closed meanwhile.
        .catch(() => {})
        .finally(() => this.#coming.delete(id));
    }
  }
}

// A window that just opened may not have the keyboard yet, or have lost it as the window that it replaces closed.
function isFront(windows: Windows, className: string): boolean {
  const active = windows.list().find(({ id }) => id === windows.active());
  return !active || active.className === className;
}
