import {
  HOME_CLASS,
  SESSION_CLASS_PREFIX,
  WEBAPP_CLASS_PREFIX,
  type Window,
  type Windows,
} from '../../system/ports/windows.ts';

/** A starting browser's window appears, fills the screen, and takes the focus; each step raises it. */
const SETTLE_MS = 3_000;
/** The page usually loads seconds after its window appears; on a busy computer, much later. */
const ARRIVAL_MAX_MS = 60_000;

/**
 * Keeps the user's window in front. A home screen that restarts after a crash covers all windows: the session that was
 * in front is raised again.
 */
export class FrontWindow {
  readonly #onChange: () => void;
  readonly #onMinimized: () => void;
  #home: number | null = null;
  /** Until this time, the starting home screen may still take the front. */
  #arrivingUntil = 0;
  #homeSince = 0;
  #active: number | null = null;
  #count = 0;
  /** Window class of the session in front; null for the home screen. */
  #wanted: string | null = null;
  /** Window class of the session whose last window closed in front of the home screen. */
  #gone: string | null = null;

  /** The window that was last raised above the home screen, and until when that may still happen. */
  #uncovered = { id: -1, until: 0 };

  /** Known visible windows of the wanted session. */
  #seen: readonly number[] = [];

  /** @param onMinimized Called when the user minimizes the front session, which means to go home. */
  constructor(onChange: () => void, onMinimized: () => void) {
    this.#onChange = onChange;
    this.#onMinimized = onMinimized;
  }

  /** Window class of the session that is or should be in front; null for the home screen. */
  get wanted(): string | null {
    return this.#wanted;
  }

  /** Call when a user or autostart opens a session. */
  want(className: string): void {
    this.#set(className);
  }

  /** Call when a session starts again after a crash: if it was in front, it is to be there again. */
  restarts(className: string): void {
    if (this.#wanted === null && this.#gone === className) this.#set(className);
  }

  /** Call when the home screen is brought to the front. */
  wantHome(): void {
    this.#gone = null;
    this.#set(null);
  }

  /**
   * Call when the home screen's page has loaded: soon after, its window no longer takes the front. A computer that took
   * long to load it takes as long again.
   */
  homeLoaded(): void {
    const now = performance.now();
    this.#arrivingUntil = Math.min(this.#arrivingUntil, now + Math.max(SETTLE_MS, now - this.#homeSince));
  }

  /** Call when the screen has ended with all windows: windows of the next one often have the same ids. */
  screenEnded(): void {
    this.#home = null;
    this.#active = null;
    this.#count = 0;
    this.#seen = [];
  }

  /**
   * Call when the window list changes.
   * @param kiosk Window class of the kiosk session. Only the agent may lower it: when another window closes, the focus
   *   may otherwise go to the home screen or to no window.
   * @param isOpening Whether the wanted session stays behind the home screen until it has painted.
   */
  update(windows: Windows, kiosk: string | null = null, isOpening = false): void {
    const list = windows.list();
    const home = list.find(({ className }) => className === HOME_CLASS)?.id ?? null;
    const active = windows.active();
    if (home !== this.#home) {
      this.#homeSince = performance.now();
      this.#arrivingUntil = this.#homeSince + ARRIVAL_MAX_MS;
      // The window manager may refuse the keyboard to a new window, and then opens it behind the others.
      if (home !== null && home !== active && this.#wanted === null) void windows.raise(home).catch(() => {});
    }
    this.#home = home;
    const isNew = active !== this.#active;
    this.#active = active;
    const front = list.find(({ id }) => id === active)?.className;
    const hasClosed = list.length < this.#count;
    this.#count = list.length;
    if (this.#coversNewer(list, active)) {
      this.#uncover(windows);
      return;
    }
    if (kiosk !== null && this.#wanted === kiosk) {
      if (front !== kiosk || hasClosed) this.#uncover(windows);
      return;
    }
    // Without the home screen, the active window is not the user's choice.
    if (home === null) return;
    if (this.#isMinimized(list)) {
      this.#onMinimized();
      return;
    }
    if (performance.now() < this.#arrivingUntil) {
      if (front !== this.#wanted && !isOpening) this.#uncover(windows);
      return;
    }
    // Neither is a window that stays active: an opening session is behind it until its window appears.
    if (!isNew) return;
    if (front === HOME_CLASS) {
      this.#gone = this.#own(list).length === 0 ? this.#wanted : null;
      this.#set(null);
    } else if (front?.startsWith(SESSION_CLASS_PREFIX)) this.#set(front);
  }

  // Otherwise the window manager activates the session that was in front before.
  #isMinimized(list: readonly Window[]): boolean {
    const windows = this.#own(list);
    const isMinimized = windows.some(({ id, isHidden }) => isHidden && this.#seen.includes(id));
    this.#seen = windows.filter(({ isHidden }) => !isHidden).map(({ id }) => id);
    return isMinimized;
  }

  #set(wanted: string | null): void {
    if (this.#wanted === wanted) return;
    this.#seen = [];
    this.#wanted = wanted;
    this.#onChange();
  }

  #uncover(windows: Windows): void {
    const covered = this.#own(windows.list()).at(-1);
    if (!covered) return;
    this.#uncovered = { id: covered.id, until: performance.now() + SETTLE_MS };
    void windows.raise(covered.id).catch(() => {});
  }

  // The session may open a window between the request to raise its older one and its execution.
  #coversNewer(list: readonly Window[], active: number | null): boolean {
    const { id, until } = this.#uncovered;
    const newest = this.#own(list).at(-1);
    return active === id && performance.now() < until && newest !== undefined && newest.id !== id;
  }

  // The extension replaces a web app's window with an address bar; all windows of a free browser have one.
  #own(list: readonly Window[]): readonly Window[] {
    const isApp = this.#wanted?.startsWith(WEBAPP_CLASS_PREFIX) === true;
    return list.filter(({ className, isFree }) => className === this.#wanted && (!isFree || !isApp));
  }
}
