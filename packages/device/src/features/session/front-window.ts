import { HOME_CLASS, SESSION_CLASS_PREFIX, type Windows } from '../../system/ports/windows.ts';

/** A browser's window appears, fills the screen and takes the keyboard: each step brings it to the front. */
const SETTLE_MS = 3_000;
/** The page loads some seconds after its window appears; on a busy computer, much later. */
const ARRIVAL_MAX_MS = 60_000;

/**
 * Keeps the user's window in front. A home screen that restarts after a crash covers everything: the covered session is
 * raised again.
 */
export class FrontWindow {
  readonly #onChange: () => void;
  #home: number | null = null;
  /** Until then the starting home screen takes the front. */
  #arrivingUntil = 0;
  #active: number | null = null;
  #count = 0;
  /** Window class of the session in front; null for the home screen. */
  #wanted: string | null = null;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** Window class of the session that is or should be in front; null for the home screen. */
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

  /** The home screen's page has loaded: soon its window no longer takes the front. */
  homeIsThere(): void {
    this.#arrivingUntil = Math.min(this.#arrivingUntil, performance.now() + SETTLE_MS);
  }

  /**
   * The windows changed.
   * @param kiosk Window class of the kiosk session. Only the agent takes it from the front: a window that closes may leave
   *   the keyboard to the home screen or to nothing.
   */
  update(windows: Windows, kiosk: string | null = null): void {
    const list = windows.list();
    const home = list.find(({ className }) => className === HOME_CLASS)?.id ?? null;
    if (home !== this.#home) this.#arrivingUntil = performance.now() + ARRIVAL_MAX_MS;
    this.#home = home;
    const active = windows.active();
    const isNew = active !== this.#active;
    this.#active = active;
    const front = list.find(({ id }) => id === active)?.className;
    const hasClosed = list.length < this.#count;
    this.#count = list.length;
    if (kiosk !== null && this.#wanted === kiosk) {
      if (front !== kiosk || hasClosed) this.#uncover(windows);
      return;
    }
    // While the home screen is missing, the active window is not the user's choice.
    if (home === null) return;
    if (performance.now() < this.#arrivingUntil) {
      if (front !== this.#wanted) this.#uncover(windows);
      return;
    }
    // Nor is one that stays active: a session that the user opens is behind it until its window appears.
    if (!isNew) return;
    if (front === HOME_CLASS) this.#set(null);
    else if (front?.startsWith(SESSION_CLASS_PREFIX)) this.#set(front);
  }

  #set(wanted: string | null): void {
    if (this.#wanted === wanted) return;
    this.#wanted = wanted;
    this.#onChange();
  }

  #uncover(windows: Windows): void {
    const covered = windows.list().findLast(({ className, isFree }) => className === this.#wanted && !isFree);
    if (covered) void windows.raise(covered.id).catch(() => {});
  }
}
