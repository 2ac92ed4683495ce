import { HOME_CLASS, SESSION_CLASS_PREFIX, type Windows } from '../../system/ports/windows.ts';

/** A browser's window comes, fills the screen and takes the keyboard: each of that brings it to the front. */
const ARRIVAL_MS = 3_000;

/**
 * Keeps in front what a person had in front. A home screen that comes back after a fall comes above everything: the session
 * that it covers is raised again.
 */
export class FrontWindow {
  readonly #onChange: () => void;
  #home: number | null = null;
  #since = 0;
  /** Window class of the session in front; null for the home screen. */
  #wanted: string | null = null;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** Window class of the session in front, or that is to be; null for the home screen. */
  get wanted(): string | null {
    return this.#wanted;
  }

  /** A user or autostart opened this session. */
  want(className: string): void {
    this.#set(className);
  }

  /** The home screen is brought to the front. */
  wantHome(): void {
    this.#set(null);
  }

  /**
   * The windows changed.
   * @param kiosk Window class of the kiosk session, which only an order of ours takes from the front: a window that closes
   *   may leave the keyboard to the home screen behind it.
   */
  update(windows: Windows, kiosk: string | null = null): void {
    const list = windows.list();
    const home = list.find(({ className }) => className === HOME_CLASS)?.id ?? null;
    if (home !== this.#home) this.#since = performance.now();
    this.#home = home;
    // While the home screen is away, what becomes active says nothing of what a person wants.
    if (home === null) return;
    const active = list.find(({ id }) => id === windows.active())?.className;
    const isHeld = kiosk !== null && this.#wanted === kiosk;
    if (isHeld || performance.now() - this.#since < ARRIVAL_MS) {
      if (active !== this.#wanted) this.#uncover(windows);
    } else if (active === HOME_CLASS) this.#set(null);
    else if (active?.startsWith(SESSION_CLASS_PREFIX)) this.#set(active);
  }

  #set(wanted: string | null): void {
    if (this.#wanted === wanted) return;
    this.#wanted = wanted;
    this.#onChange();
  }

  #uncover(windows: Windows): void {
    const covered = windows.list().findLast(({ className }) => className === this.#wanted);
    if (covered) void windows.raise(covered.id).catch(() => {});
  }
}
