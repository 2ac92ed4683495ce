import { setTimeout as sleep } from 'node:timers/promises';
import {
  HOME_CLASS,
  type PaintWatch,
  SESSION_CLASS_PREFIX,
  type Window,
  type Windows,
} from '../../system/ports/windows.ts';

const WEBAPP_CLASS_PREFIX = `${SESSION_CLASS_PREFIX}-webapp`;
/** A browser's window appears, fills the screen and takes the keyboard: each step brings it to the front. */
const SETTLE_MS = 3_000;
/** The page loads some seconds after its window appears; on a busy computer, much later. */
const ARRIVAL_MAX_MS = 60_000;

const LOOK_MS = 60;
/** A page without anything to see is shown this long after its title came. */
const TITLED_MS = 1_000;
/** A window is shown after this time even if it is empty: the page may load for minutes. */
const WAIT_MAX_MS = 10_000;

/**
 * Keeps the user's window in front. A home screen that restarts after a crash covers everything: the covered session is
 * raised again.
 */
export class FrontWindow {
  readonly #onChange: () => void;
  readonly #onMinimized: () => void;
  #home: number | null = null;
  /** Until then the starting home screen takes the front. */
  #arrivingUntil = 0;
  #active: number | null = null;
  #count = 0;
  /** Window class of the session in front; null for the home screen. */
  #wanted: string | null = null;

  /** Raised last from behind the home screen, and until when a busy computer may do so. */
  #uncovered = { id: -1, until: 0 };

  /** Windows of the wanted session that were seen. */
  #seen: readonly number[] = [];

  /** @param onMinimized The person minimized the session in front: they want to go home. */
  constructor(onChange: () => void, onMinimized: () => void) {
    this.#onChange = onChange;
    this.#onMinimized = onMinimized;
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
  homeLoaded(): void {
    this.#arrivingUntil = Math.min(this.#arrivingUntil, performance.now() + SETTLE_MS);
  }

  /**
   * The windows changed.
   * @param kiosk Window class of the kiosk session. Only the agent takes it from the front: a window that closes may leave
   *   the keyboard to the home screen or to nothing.
   * @param isOpening The wanted session stays behind the home screen until it shows something.
   */
  update(windows: Windows, kiosk: string | null = null, isOpening = false): void {
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
    if (this.#coversNewer(list, active)) {
      this.#uncover(windows);
      return;
    }
    if (kiosk !== null && this.#wanted === kiosk) {
      if (front !== kiosk || hasClosed) this.#uncover(windows);
      return;
    }
    // While the home screen is missing, the active window is not the user's choice.
    if (home === null) return;
    if (this.#isMinimized(list)) {
      this.#onMinimized();
      return;
    }
    if (performance.now() < this.#arrivingUntil) {
      if (front !== this.#wanted && !isOpening) this.#uncover(windows);
      return;
    }
    // Nor is one that stays active: a session that the user opens is behind it until its window appears.
    if (!isNew) return;
    if (front === HOME_CLASS) this.#set(null);
    else if (front?.startsWith(SESSION_CLASS_PREFIX)) this.#set(front);
  }

  // The window manager would show another session instead, if that was in front before.
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

  // A window that the session opens may appear after its older one is chosen to be raised, and before it is.
  #coversNewer(list: readonly Window[], active: number | null): boolean {
    const { id, until } = this.#uncovered;
    const newest = this.#own(list).at(-1);
    return active === id && performance.now() < until && newest !== undefined && newest.id !== id;
  }

  // A web app's window with an address bar is on its way out; all windows of a free browser have one.
  #own(list: readonly Window[]): readonly Window[] {
    const isApp = this.#wanted?.startsWith(WEBAPP_CLASS_PREFIX) === true;
    return list.filter(({ className, isFree }) => className === this.#wanted && (!isFree || !isApp));
  }
}

/** The window manager raises a window soon; without an answer the picture is given up. */
const RAISE_MAX_MS = 1_000;

/**
 * Brings a window to the front once it shows something, will not for a while, or is gone. The server keeps its picture until
 * then: without it, the window would be empty for a moment.
 */
export async function showPainted(windows: Windows, id: number, bring: () => Promise<void>): Promise<void> {
  // Where it cannot be watched, at once.
  const paint = await windows.watchPaint(id).catch(() => null);
  try {
    if (paint) await firstPaint(windows, id, paint).catch(() => {});
    await bring();
    const raised = performance.now();
    while (windows.active() !== id && performance.now() < raised + RAISE_MAX_MS) await sleep(LOOK_MS);
  } finally {
    paint?.close();
  }
}

async function firstPaint(windows: Windows, id: number, paint: PaintWatch): Promise<void> {
  const titleOf = () => windows.list().find((window) => window.id === id)?.title;
  const started = performance.now();
  let title = titleOf();
  let titled = Number.POSITIVE_INFINITY;
  while (performance.now() < Math.min(started + WAIT_MAX_MS, titled + TITLED_MS)) {
    const now = titleOf();
    if (now === undefined || (await paint.isPainted())) return;
    if (now !== title) titled = performance.now();
    title = now;
    await sleep(LOOK_MS);
  }
}
