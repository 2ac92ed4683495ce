import {
  HOME_CLASS,
  NOTICE_PLACES,
  type PaintWatch,
  SESSION_CLASS_PREFIX,
  type Window,
  type Windows,
} from '../ports/windows.ts';
import { ManagerChange } from './manager-change.ts';
import type { WindowPlaces } from './monitors.ts';
import { watchPaint } from './window-paint.ts';
import type { XConnection } from './x-connection.ts';

/** EWMH source indication of pagers and task bars: window managers apply no focus rules to their requests. */
const SOURCE_PAGER = 2;
const ICONIC_STATE = 3;
/** States in which a window fills its monitor. */
const FILLING = ['_NET_WM_STATE_FULLSCREEN', '_NET_WM_STATE_MAXIMIZED_VERT', '_NET_WM_STATE_MAXIMIZED_HORZ'];
/** EWMH: x, y, width and height are given, for the upper left corner, by a pager. */
const MOVE_AND_RESIZE = (SOURCE_PAGER << 12) | (0b1111 << 8) | 1;
/** Properties whose changes are relevant. */
const WATCHED = [
  '_NET_CLIENT_LIST',
  '_NET_ACTIVE_WINDOW',
  '_NET_WM_NAME',
  '_NET_WM_STATE',
  'WM_NAME',
  'WM_CLASS',
  '_NET_WORKAREA',
];

const [SHIFT, CONTROL, ALT] = [1 << 0, 1 << 2, 1 << 3];
const F4 = { symbol: 0xffc1, place: 70 };
/** The key W by keysym, and by key code for layouts without Latin letters, where Chromium treats that key as W. */
const W = { symbol: 0x77, place: 25 };
/** Key chords that close Chromium's last window, and with it the home screen. */
const CLOSING = [
  { key: F4, modifiers: ALT },
  { key: F4, modifiers: CONTROL },
  { key: W, modifiers: CONTROL },
  { key: W, modifiers: CONTROL | SHIFT },
];

/** Chromium's WM_CLASS: an app's windows are named after its address, others after the browser and its data folder. */
const FREE = / \(.+\)$/;

/** The window manager's window list, updated by X events. */
export class XWindows implements Windows {
  readonly #x: XConnection;
  readonly #display: string;
  readonly #holdsHome: boolean;
  readonly #listeners = new Set<() => void>();
  /** Notices that are being withdrawn from the window manager, by window class. */
  readonly #notices = new Map<number, string>();
  readonly #scales = new Map<string, number>();
  #places: WindowPlaces | null = null;
  #windows: readonly Window[] = [];
  #active: number | null = null;
  #covered = 0;
  #looking: Promise<void> | null = null;
  #stale = false;
  readonly #managerChange: ManagerChange;
  /** The window to bring to the front again under the next window manager. */
  #front: number | null = null;

  private constructor(x: XConnection, display: string, holdsHome: boolean) {
    this.#x = x;
    this.#managerChange = new ManagerChange(x);
    this.#display = display;
    this.#holdsHome = holdsHome;
  }

  /** @param holdsHome Whether keys must not close the home screen. */
  static async watch(x: XConnection, display: string, holdsHome: boolean): Promise<XWindows> {
    const windows = new XWindows(x, display, holdsHome);
    const atoms = new Set(await Promise.all(WATCHED.map((name) => x.atom(name))));
    x.onEvent((event) => {
      if (event.name === 'PropertyNotify' && atoms.has(event.atom ?? -1)) void windows.#read();
    });
    await x.watchProperties(x.root);
    await windows.#read();
    return windows;
  }

  list(): readonly Window[] {
    return this.#windows;
  }

  active(): number | null {
    return this.#active;
  }

  covered(): number {
    return this.#covered;
  }

  raise(id: number): Promise<void> {
    return this.#x.askManager(id, '_NET_ACTIVE_WINDOW', [SOURCE_PAGER, 0, 0, 0, 0]);
  }

  minimize(id: number): Promise<void> {
    return this.#x.askManager(id, 'WM_CHANGE_STATE', [ICONIC_STATE, 0, 0, 0, 0]);
  }

  close(id: number): Promise<void> {
    return this.#x.askManager(id, '_NET_CLOSE_WINDOW', [0, SOURCE_PAGER, 0, 0, 0]);
  }

  setTitle(id: number, title: string): Promise<void> {
    return this.#x.setText(id, '_NET_WM_NAME', title);
  }

  keepAbove(id: number, isAbove: boolean): Promise<void> {
    return this.#setState(id, '_NET_WM_STATE_ABOVE', isAbove);
  }

  leaveBottom(id: number): Promise<void> {
    return this.#setState(id, '_NET_WM_STATE_BELOW', false);
  }

  async #setState(id: number, name: string, isSet: boolean): Promise<void> {
    await this.#x.askManager(id, '_NET_WM_STATE', [Number(isSet), await this.#x.atom(name), 0, SOURCE_PAGER, 0]);
  }

  watchPaint(id: number): Promise<PaintWatch> {
    return watchPaint(this.#display, id);
  }

  /** Call after a layout change: key codes differ. */
  async followLayout(): Promise<void> {
    for (const { id, className } of this.#windows) if (className === HOME_CLASS) await this.#hold(id);
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  // One read at a time; changes during a read cause one more.
  #read(): Promise<void> {
    this.#stale = true;
    this.#looking ??= this.#lookUntilFresh().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  async #lookUntilFresh(): Promise<void> {
    while (this.#stale) {
      this.#stale = false;
      const [ids, active, [, top = 0, , height = 0]] = await Promise.all([
        this.#x.words(this.#x.root, '_NET_CLIENT_LIST').catch(() => []),
        this.#x.words(this.#x.root, '_NET_ACTIVE_WINDOW').catch(() => []),
        this.#x.words(this.#x.root, '_NET_WORKAREA').catch((): number[] => []),
      ]);
      if (await this.#managerChange.isIncomplete(ids)) continue;
      const known = new Set(this.#windows.map(({ id }) => id));
      const looked = await Promise.all(ids.map((id) => this.#describe(id, !known.has(id))));
      const found = looked.filter((window) => window !== null);
      await this.#float(found);
      for (const window of found) if (!known.has(window.id)) await this.#settle(window);
      this.#windows = found.filter(({ className }) => !isNotice(className));
      this.#active = active[0] || null;
      this.#covered = height === 0 ? 0 : Math.max(0, this.#x.screen.height - top - height);
      for (const listener of this.#listeners) listener();
      await this.#bringBack();
    }
  }

  /** Call when the window manager has ended and is restarted: the windows stay, and the same one is in front. */
  async managerEnded(): Promise<void> {
    this.#front = this.#active ?? this.#front;
    const windows = this.#windows.map(({ id }) => id);
    await this.#managerChange.begin(windows, () => void this.#read());
  }

  async #bringBack(): Promise<void> {
    const front = this.#windows.find(({ id, isHidden }) => id === this.#front && !isHidden);
    this.#front = null;
    if (front) await this.raise(front.id).catch(() => {});
  }

  /**
   * Keeps notices above everything without the focus. The window manager would focus a new browser window while the
   * user types elsewhere, and would show a focused full-screen window above all others.
   */
  async #float(found: readonly Window[]): Promise<void> {
    const managed = new Set(found.map(({ id }) => id));
    for (const [id, className] of this.#notices) {
      if (managed.has(id)) continue;
      this.#notices.delete(id);
      await this.#place(id, className).catch(() => {});
      await this.#x.showOnTop(id).catch(() => {});
    }
    for (const { id, className } of found) {
      if (!isNotice(className) || this.#notices.has(id)) continue;
      this.#notices.set(id, className);
      await this.#x.takeFromManager(id).catch(() => {});
    }
  }

  /** Keeps the home screen and the sessions on their monitors; null with one monitor. */
  async keepPlaces(places: WindowPlaces | null): Promise<void> {
    this.#places = places;
    for (const window of this.#windows) await this.#settle(window);
  }

  // A full-screen window cannot be moved: leave full screen, move it, and restore full screen.
  async #settle({ id, className }: Window): Promise<void> {
    const place = this.#placeFor(className);
    if (!place) return;
    try {
      const { x, y } = await this.#x.placeOf(id);
      if (x >= place.x && x < place.x + place.width && y >= place.y && y < place.y + place.height) return;
      const states = await this.#x.words(id, '_NET_WM_STATE');
      const filling = await Promise.all(FILLING.map((name) => this.#x.atom(name)));
      const kept = filling.filter((state) => states.includes(state));
      for (const state of kept) await this.#x.askManager(id, '_NET_WM_STATE', [0, state, 0, SOURCE_PAGER, 0]);
      const { width, height } = place;
      await this.#x.askManager(id, '_NET_MOVERESIZE_WINDOW', [MOVE_AND_RESIZE, place.x, place.y, width, height]);
      for (const state of kept) await this.#x.askManager(id, '_NET_WM_STATE', [1, state, 0, SOURCE_PAGER, 0]);
    } catch {
      // The window has closed meanwhile.
    }
  }

  #placeFor(className: string): WindowPlaces['home'] | undefined {
    if (className === HOME_CLASS) return this.#places?.home;
    return className.startsWith(SESSION_CLASS_PREFIX) ? this.#places?.sessions : undefined;
  }

  // Sessions may be closed by keys; the home screen would only restart.
  async #hold(id: number): Promise<void> {
    if (!this.#holdsHome) return;
    for (const { key, modifiers } of CLOSING) {
      const [keycode = key.place] = await this.#x.keycodes(key.symbol);
      await this.#x.grabKey(id, modifiers, keycode);
    }
  }

  /** Scale of a notice: the wanted one, or less if the screen is too small. */
  scaleNotice(className: string, wanted: number): number {
    const { width } = this.#noticeArea();
    const scale = Math.max(1, Math.min(wanted, width / (NOTICE_PLACES[className]?.width ?? width)));
    this.#scales.set(className, scale);
    return scale;
  }

  /** The area of the home screen's monitor: notices open there. */
  #noticeArea(): { readonly x: number; readonly y: number; readonly width: number } {
    return this.#places?.home ?? { x: 0, y: 0, width: this.#x.screen.width };
  }

  async #place(id: number, className: string): Promise<void> {
    const place = NOTICE_PLACES[className];
    if (!place) return;
    const scale = this.#scales.get(className) ?? 1;
    const width = Math.round(place.width * scale);
    const area = this.#noticeArea();
    const x = area.x + Math.round((area.width - width) / 2);
    await this.#x.place(id, {
      x,
      y: area.y + Math.round(place.y * scale),
      width,
      height: Math.round(place.height * scale),
    });
  }

  // Null if the window has closed meanwhile.
  async #describe(id: number, isNew: boolean): Promise<Window | null> {
    try {
      if (isNew) await this.#x.watchProperties(id);
      const [wmClass, title, states, hidden, below] = await Promise.all([
        this.#x.property(id, 'WM_CLASS'),
        this.#x.property(id, '_NET_WM_NAME'),
        this.#x.words(id, '_NET_WM_STATE'),
        this.#x.atom('_NET_WM_STATE_HIDDEN'),
        this.#x.atom('_NET_WM_STATE_BELOW'),
      ]);
      const [instance = '', className = ''] = wmClass.toString('latin1').split('\0');
      if (isNew && className === HOME_CLASS) await this.#hold(id);
      return {
        id,
        className,
        isFree: FREE.test(instance),
        title: title.toString('utf8'),
        isHidden: states.includes(hidden),
        isBelow: states.includes(below),
      };
    } catch {
      return null;
    }
  }
}

function isNotice(className: string): boolean {
  return Object.hasOwn(NOTICE_PLACES, className);
}
