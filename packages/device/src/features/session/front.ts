import { HOME_CLASS, SESSION_CLASS_PREFIX, type Windows } from '../../system/ports/windows.ts';

/**
 * Keeps in front what a person had in front. A home screen that comes back after a fall comes above everything: the session
 * that it covers is raised again.
 */
export class Front {
  #home: number | null = null;
  /** Window class of the session in front; null for the home screen. */
  #wanted: string | null = null;

  /** Somebody opened this session, or it opened by itself. */
  want(className: string): void {
    this.#wanted = className;
  }

  /** The windows changed. */
  look(windows: Windows): void {
    const list = windows.list();
    const home = list.find(({ className }) => className === HOME_CLASS)?.id ?? null;
    const isNew = home !== this.#home;
    this.#home = home;
    // While the home screen is away, what becomes active says nothing of what a person wants.
    if (home === null) return;
    if (isNew) {
      const covered = list.findLast(({ className }) => className === this.#wanted);
      if (covered) void windows.raise(covered.id).catch(() => {});
      return;
    }
    const active = list.find(({ id }) => id === windows.active())?.className;
    if (active === HOME_CLASS) this.#wanted = null;
    else if (active?.startsWith(SESSION_CLASS_PREFIX)) this.#wanted = active;
  }
}
