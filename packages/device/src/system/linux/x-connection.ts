import type { Composite, Geometry, ScreenSaver, XClient, XDisplay, XEvent, Xkb } from 'x11';
import x11 from 'x11';
import type { ChordKey, KeyAids } from '../ports/desktop.ts';
import type { Pixels } from './brand.ts';
import { keyControls } from './key-controls.ts';

/** Selects PropertyNotify events, on the root window or another. */
const PROPERTY_CHANGE = x11.eventMask.PropertyChange;
const REPLACE = 0;
const Z_PIXMAP = 2;
const ALL_PLANES = 0xffffffff;
/** Bits of a pixel's colors. */
const DEPTH = 24;
/** Keysyms, which every layout has. */
const KEYS: Readonly<Record<ChordKey, number>> = { Backspace: 0xff08, Enter: 0xff0d, Escape: 0xff1b, Space: 0x20 };
const CONTROL_ALT = (1 << 2) | (1 << 3);
/** Caps Lock (lock) and Num Lock (mod2) count as modifiers: all combinations. */
const LOCKS = [0, 1 << 1, 1 << 4, (1 << 1) | (1 << 4)];
const ASYNCHRONOUS = 1;
/** Depth, class and visual of a new window. */
const AS_PARENT = 0;
/** Event mask for messages to the window manager: SubstructureNotify and SubstructureRedirect. */
const TO_MANAGER = (1 << 19) | (1 << 20);
const UNMAP_NOTIFY = 18;
/** RRScreenChangeNotify. */
const MONITOR_CHANGES = 1;
/** Maximum property size in units of four bytes: a list of 16,000 windows. */
const PROPERTY_LENGTH = 16_384;

/** A promise-based connection to an X server. Pending requests are rejected when the server dies. */
export class XConnection {
  readonly root: number;
  /** Size of all monitors together, in pixels. */
  screen: { readonly width: number; readonly height: number };
  /** Resolves when the server is gone or the connection was closed. */
  readonly closed: Promise<void>;
  readonly #client: XClient;
  readonly #keycodes: { readonly first: number; readonly count: number };
  readonly #atoms = new Map<string, Promise<number>>();
  /** Reject functions of pending requests. */
  readonly #waiting = new Set<(error: Error) => void>();
  #isClosed = false;

  private constructor(display: XDisplay, closed: Promise<void>) {
    const [screen] = display.screen;
    if (!screen) throw new Error('The X server has no screen.');
    this.root = screen.root;
    this.screen = { width: screen.pixel_width, height: screen.pixel_height };
    this.#client = display.client;
    this.#keycodes = { first: display.min_keycode, count: display.max_keycode - display.min_keycode + 1 };
    this.closed = closed;
    void closed.then(() => {
      this.#isClosed = true;
      for (const refuse of this.#waiting) refuse(gone());
    });
  }

  /** Connects to a display such as `:99`; rejects without a server. */
  static async open(display: string): Promise<XConnection> {
    let close: () => void = () => {};
    const closed = new Promise<void>((resolve) => {
      close = resolve;
    });
    const ready = await new Promise<XDisplay>((resolve, reject) => {
      const client = x11.createClient({ display, shm: false }, (error, opened) => {
        if (error) reject(error);
        else resolve(opened);
      });
      // Errors of requests go to their callbacks. What arrives here is a window that closed meanwhile, or the end.
      client.on('error', reject);
      client.on('end', close);
    });
    // If the server dies with unread data, the connection is reset and emits no end.
    ready.client.stream.on('close', close);
    // Atoms are valid for one server only; the library would reuse them for the next one.
    ready.client.atoms = { ...ready.client.atoms };
    return new XConnection(ready, closed);
  }

  onEvent(listener: (event: XEvent) => void): void {
    this.#client.on('event', listener);
  }

  /** Reads the screen's size. Call after the monitors have changed. */
  async measure(): Promise<void> {
    const { width, height } = await this.#ask<Geometry>((done) => this.#client.GetGeometry(this.root, done));
    this.screen = { width, height };
  }

  /** Calls the listener after a change of the monitors (RANDR extension), including our own changes. */
  onMonitors(listener: () => void): void {
    this.#client.require('randr', (error, randr) => {
      // A server without the extension has fixed monitors.
      if (error) return;
      randr.SelectInput(this.root, MONITOR_CHANGES);
      this.onEvent((event) => {
        if (event.name === 'RRScreenChangeNotify') listener();
      });
    });
  }

  /** Position of a window's upper left corner on the screen. */
  placeOf(window: number): Promise<{ x: number; y: number }> {
    return this.#ask<{ destX: number; destY: number }>((done) =>
      this.#client.TranslateCoordinates(window, this.root, 0, 0, done),
    ).then(({ destX: x, destY: y }) => ({ x, y }));
  }

  atom(name: string): Promise<number> {
    const known = this.#atoms.get(name);
    if (known) return known;
    const asked = this.#ask<number>((done) => this.#client.InternAtom(false, name, done));
    this.#atoms.set(name, asked);
    return asked;
  }

  /** A property's raw value; empty if it is not set. */
  async property(window: number, name: string): Promise<Buffer> {
    const atom = await this.atom(name);
    const { data } = await this.#ask<{ data: Buffer }>((done) =>
      this.#client.GetProperty(0, window, atom, 0, 0, PROPERTY_LENGTH, done),
    );
    return data;
  }

  /** A property that is a list of window ids or other 32-bit values. */
  async words(window: number, name: string): Promise<number[]> {
    const data = await this.property(window, name);
    return Array.from({ length: data.length >> 2 }, (_, index) => data.readUInt32LE(index * 4));
  }

  async setText(window: number, name: string, text: string): Promise<void> {
    const [property, type] = await Promise.all([this.atom(name), this.atom('UTF8_STRING')]);
    await this.#tell((done) =>
      this.#client.ChangeProperty(REPLACE, window, property, type, 8, Buffer.from(text), done),
    );
  }

  async deleteProperty(window: number, name: string): Promise<void> {
    const property = await this.atom(name);
    await this.#tell((done) => this.#client.DeleteProperty(window, property, done));
  }

  async watchProperties(window: number): Promise<void> {
    await this.#tell((done) => this.#client.ChangeWindowAttributes(window, { eventMask: PROPERTY_CHANGE }, done));
  }

  /** Withdraws a window from the window manager, which then ignores it. */
  async takeFromManager(window: number): Promise<void> {
    await this.#tell((done) => this.#client.ChangeWindowAttributes(window, { overrideRedirect: 1 }, done));
    await this.#tell((done) => this.#client.UnmapWindow(window, done));
    // An unmapped window, such as one on another desktop, generates no event; ICCCM 4.1.4 requires this message.
    await this.#tell((done) => this.#client.SendEvent(this.root, 0, TO_MANAGER, unmapped(this.root, window), done));
  }

  /** Places an unmanaged window. */
  async place(window: number, place: { x: number; y: number; width: number; height: number }): Promise<void> {
    await this.#tell((done) => this.#client.ConfigureWindow(window, place, done));
  }

  /** Shows a window above all that are there. */
  async showOnTop(window: number): Promise<void> {
    await this.#tell((done) => this.#client.MapWindow(window, done));
    await this.#tell((done) => this.#client.RaiseWindow(window, done));
  }

  /**
   * Opens windows of one color over the whole screen that the window manager ignores, until the returned function is
   * called. They leave out the last pixel: Chromium paints nothing while its window is fully covered.
   */
  async cover(color: number): Promise<() => Promise<void>> {
    const { width, height } = this.screen;
    const values = { overrideRedirect: 1, backgroundPixel: color } as const;
    const rows = [
      { top: 0, width, height: height - 1 },
      { top: height - 1, width: width - 1, height: 1 },
    ];
    const windows = rows.map((row) => ({ id: this.#client.AllocID(), ...row }));
    for (const { id, top, ...size } of windows) {
      const place = [0, top, size.width, size.height, 0, AS_PARENT, AS_PARENT, AS_PARENT] as const;
      await this.#tell((done) => this.#client.CreateWindow(id, this.root, ...place, values, done));
      await this.showOnTop(id);
    }
    return async () => {
      for (const { id } of windows) await this.#tell((done) => this.#client.DestroyWindow(id, done));
    };
  }

  /** Shows a picture in a window that the window manager ignores, until the returned function is called. */
  async showPicture(picture: Pixels, place: { x: number; y: number }): Promise<() => Promise<void>> {
    const { width, height, data } = picture;
    const [pixmap, context, window] = [this.#client.AllocID(), this.#client.AllocID(), this.#client.AllocID()];
    await this.#tell((done) => this.#client.CreatePixmap(pixmap, this.root, DEPTH, width, height, done));
    await this.#tell((done) => this.#client.CreateGC(context, pixmap, { foreground: 0 }, done));
    await this.#tell((done) =>
      this.#client.PutImage(Z_PIXMAP, pixmap, context, width, height, 0, 0, 0, DEPTH, data, done),
    );
    const at = [place.x, place.y, width, height, 0, AS_PARENT, AS_PARENT, AS_PARENT] as const;
    const values = { overrideRedirect: 1, backgroundPixmap: pixmap } as const;
    await this.#tell((done) => this.#client.CreateWindow(window, this.root, ...at, values, done));
    await this.#tell((done) => this.#client.MapWindow(window, done));
    return async () => {
      await this.#tell((done) => this.#client.DestroyWindow(window, done));
      await this.#tell((done) => this.#client.FreePixmap(pixmap, done));
    };
  }

  /** Asks the window manager for something about a window (EWMH root window messages). */
  async askManager(window: number, message: string, data: number[]): Promise<void> {
    const type = await this.atom(message);
    await this.#tell((done) => this.#client.SendClientMessage(this.root, window, type, 32, data, TO_MANAGER, done));
  }

  /** Makes Openbox read its configuration again. */
  async reconfigureManager(): Promise<void> {
    await this.askManager(this.root, '_OB_CONTROL', [1, 0, 0, 0, 0]);
  }

  /** Moves the pointer to the middle of the left edge: no tile, button or bar of ours is there. */
  parkPointer(): Promise<void> {
    const middle = Math.floor(this.screen.height / 2);
    return this.#tell((done) => this.#client.WarpPointer(0, this.root, 0, 0, 0, 0, 0, middle, done));
  }

  /** Milliseconds since the last input, from the MIT-SCREEN-SAVER extension. */
  async idleMs(): Promise<number> {
    const saver = await this.#ask<ScreenSaver>((done) => this.#client.require('screen-saver', done));
    const { idle } = await this.#ask<{ idle: number }>((done) => saver.QueryInfo(this.root, done));
    return idle;
  }

  /** Rows of the whole screen, four bytes per pixel: blue, green, red, unused. */
  async pixels(top: number, rows: number): Promise<Buffer> {
    const { depth, data } = await this.#ask<{ depth: number; data: Buffer }>((done) =>
      this.#client.GetImage(Z_PIXMAP, this.root, 0, top, this.screen.width, rows, ALL_PLANES, done),
    );
    if (depth < 24) throw new Error(`The screen has ${depth} bits a pixel.`);
    return data;
  }

  /** Redirects a window to off-screen memory (Composite extension), until this connection closes. */
  async keepPicture(window: number): Promise<void> {
    const composite = await this.#ask<Composite>((done) => this.#client.require('composite', done));
    composite.RedirectWindow(window, composite.Redirect.Automatic);
  }

  /** Rows of a window at these shares of its height: four bytes per pixel. */
  async rowsOf(window: number, shares: readonly number[]): Promise<Buffer[]> {
    const { width, height } = await this.#ask<Geometry>((done) => this.#client.GetGeometry(window, done));
    const rows = shares.map((share) =>
      this.#ask<{ data: Buffer }>((done) =>
        this.#client.GetImage(Z_PIXMAP, window, 0, Math.floor(height * share), width, 1, ALL_PLANES, done),
      ),
    );
    return (await Promise.all(rows)).map(({ data }) => data);
  }

  /** Activates the X server's screen saver: the screen is black until the next input. */
  blank(): Promise<void> {
    return this.#tell((done) => this.#client.ForceScreenSaver(true, done));
  }

  /** Grabs Ctrl+Alt and a key from all windows, until the resolved function is called. */
  async onChord(key: ChordKey, listener: () => void): Promise<() => Promise<void>> {
    const [keycode = 0] = await this.keycodes(KEYS[key]);
    await this.grabKey(this.root, CONTROL_ALT, keycode);
    const hear = (event: XEvent): void => {
      if (event.name === 'KeyPress' && event.keycode === keycode) listener();
    };
    this.#client.on('event', hear);
    return async () => {
      this.#client.off('event', hear);
      for (const locks of LOCKS) {
        await this.#tell((done) => this.#client.UngrabKey(this.root, keycode, CONTROL_ALT | locks, done));
      }
    };
  }

  /** Key codes with this keysym in the current layout. */
  async keycodes(symbol: number): Promise<number[]> {
    const { first, count } = this.#keycodes;
    const symbols = await this.#ask<number[][]>((done) => this.#client.GetKeyboardMapping(first, count, done));
    return symbols.flatMap((each, index) => (each.includes(symbol) ? [first + index] : []));
  }

  /** Grabs a key with modifiers from a window and its children, in any state of the locks. */
  async grabKey(window: number, modifiers: number, keycode: number): Promise<void> {
    for (const locks of LOCKS) {
      await this.#tell((done) =>
        this.#client.GrabKey(window, 0, modifiers | locks, keycode, ASYNCHRONOUS, ASYNCHRONOUS, done),
      );
    }
  }

  /** Sets the accessibility controls of all keyboards (XKB extension). */
  async setKeyAids(aids: KeyAids): Promise<void> {
    const xkb = await this.#ask<Xkb>((done) => this.#client.require('xkb', done));
    await this.#ask((done) => xkb.UseExtension(1, 0, done));
    this.#client.seq_num++;
    this.#client.pack_stream.put(keyControls(xkb.majorOpcode, aids));
    this.#client.pack_stream.submit();
    // That request has no reply: a following one shows that it was processed.
    await this.keycodes(0);
  }

  close(): void {
    this.#client.terminate();
  }

  #ask<Value>(request: (done: (error: Error | null, value: Value) => void) => void): Promise<Value> {
    return this.#untilClosed((resolve, reject) => {
      request((error, value) => (error ? reject(error) : resolve(value)));
    });
  }

  #tell(request: (done: (error: Error | null) => void) => void): Promise<void> {
    return this.#untilClosed((resolve, reject) => {
      request((error) => (error ? reject(error) : resolve()));
    });
  }

  /** Releases replies of answered requests: a connection lasts for weeks. */
  async #untilClosed<Value>(
    run: (resolve: (value: Value) => void, reject: (error: Error) => void) => void,
  ): Promise<Value> {
    if (this.#isClosed) throw gone();
    const { promise, resolve, reject } = Promise.withResolvers<Value>();
    this.#waiting.add(reject);
    try {
      run(resolve, reject);
      return await promise;
    } finally {
      this.#waiting.delete(reject);
    }
  }
}

/** The 32 bytes of an UnmapNotify (X11 protocol, appendix B). */
function unmapped(root: number, window: number): Buffer {
  const event = Buffer.alloc(32);
  event[0] = UNMAP_NOTIFY;
  event.writeUInt32LE(root, 4);
  event.writeUInt32LE(window, 8);
  return event;
}

function gone(): Error {
  return new Error('The X server is gone.');
}
