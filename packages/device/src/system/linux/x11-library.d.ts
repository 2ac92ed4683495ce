// The part of the npm package x11 in use. Requests with a reply take a callback; others may take one.
declare module 'x11' {
  import type { EventEmitter } from 'node:events';

  export interface Property {
    readonly type: number;
    readonly format: 0 | 8 | 16 | 32;
    readonly data: Buffer;
  }
  export interface XEvent {
    readonly name: string;
    readonly wid: number;
    readonly atom?: number;
    readonly keycode?: number;
  }
  export interface ScreenSaver {
    QueryInfo(
      drawable: number,
      done: (error: Error | null, info: { readonly idle: number; readonly state: number }) => void,
    ): void;
  }
  export interface Composite {
    readonly Redirect: { readonly Automatic: 0; readonly Manual: 1 };
    RedirectWindow(window: number, update: 0 | 1): void;
  }
  export interface Xkb {
    readonly majorOpcode: number;
    UseExtension(major: number, minor: number, done: Done<unknown>): void;
  }
  export interface Randr {
    SelectInput(window: number, mask: number): void;
  }
  export interface XTest {
    readonly KeyPress: number;
    readonly KeyRelease: number;
    FakeInput(type: number, code: number, time: number, window: number, x: number, y: number): void;
  }
  export interface Geometry {
    readonly width: number;
    readonly height: number;
  }
  type Done<Value> = (error: Error | null, value: Value) => void;
  type Sent = (error: Error | null) => void;

  export interface XClient extends EventEmitter {
    /** Atoms by name. The library keeps one table for all servers. */
    atoms: Record<string, number>;
    /** The connection itself. */
    readonly stream: EventEmitter;
    /** Sequence number, for requests that the library does not implement. */
    seq_num: number;
    readonly pack_stream: { put(request: Buffer): void; submit(): void };
    InternAtom(onlyIfExists: boolean, name: string, done: Done<number>): void;
    GetProperty(
      remove: number,
      window: number,
      property: number,
      type: number,
      offset: number,
      length: number,
      done: Done<Property>,
    ): void;
    ChangeProperty(
      mode: number,
      window: number,
      property: number,
      type: number,
      format: 8 | 16 | 32,
      data: Buffer | string | number[],
      done: Sent,
    ): void;
    DeleteProperty(window: number, property: number, done: Sent): void;
    ChangeWindowAttributes(
      window: number,
      values: { eventMask: number } | { overrideRedirect: 0 | 1 },
      done: Sent,
    ): void;
    AllocID(): number;
    CreateWindow(
      window: number,
      parent: number,
      x: number,
      y: number,
      width: number,
      height: number,
      border: number,
      depth: number,
      windowClass: number,
      visual: number,
      values: { overrideRedirect: 0 | 1; backgroundPixel?: number; backgroundPixmap?: number },
      done: Sent,
    ): void;
    DestroyWindow(window: number, done: Sent): void;
    CreatePixmap(pixmap: number, drawable: number, depth: number, width: number, height: number, done: Sent): void;
    PutImage(
      format: 2,
      drawable: number,
      context: number,
      width: number,
      height: number,
      x: number,
      y: number,
      leftPad: number,
      depth: number,
      data: Buffer,
      done: Sent,
    ): void;
    FreePixmap(pixmap: number, done: Sent): void;
    CreateGC(context: number, drawable: number, values: { foreground: number }, done: Sent): void;
    /** `rectangles`: left, top, width and height of each. */
    PolyFillRectangle(drawable: number, context: number, rectangles: number[], done: Sent): void;
    MapWindow(window: number, done: Sent): void;
    ConfigureWindow(window: number, place: { x: number; y: number; width: number; height: number }, done: Sent): void;
    UnmapWindow(window: number, done: Sent): void;
    RaiseWindow(window: number, done: Sent): void;
    /** `event`: its 32 bytes. */
    SendEvent(destination: number, propagate: 0 | 1, eventMask: number, event: Buffer, done: Sent): void;
    SendClientMessage(
      destination: number,
      window: number,
      type: number,
      format: 8 | 16 | 32,
      data: number[],
      eventMask: number,
      done: Sent,
    ): void;
    /** Rows of key symbols, one a key code. */
    GetKeyboardMapping(first: number, count: number, done: Done<number[][]>): void;
    GrabKey(
      window: number,
      ownerEvents: 0 | 1,
      modifiers: number,
      keycode: number,
      pointerMode: 0 | 1,
      keyboardMode: 0 | 1,
      done: Sent,
    ): void;
    UngrabKey(window: number, keycode: number, modifiers: number, done: Sent): void;
    GetImage(
      format: 2,
      drawable: number,
      x: number,
      y: number,
      width: number,
      height: number,
      planes: number,
      done: Done<{ readonly depth: number; readonly data: Buffer }>,
    ): void;
    WarpPointer(
      from: number,
      to: number,
      fromX: number,
      fromY: number,
      fromWidth: number,
      fromHeight: number,
      toX: number,
      toY: number,
      done: Sent,
    ): void;
    ForceScreenSaver(activate: boolean, done: Sent): void;
    GetGeometry(drawable: number, done: Done<Geometry>): void;
    require(extension: 'screen-saver', done: Done<ScreenSaver>): void;
    require(extension: 'composite', done: Done<Composite>): void;
    require(extension: 'xkb', done: Done<Xkb>): void;
    require(extension: 'randr', done: Done<Randr>): void;
    require(extension: 'xtest', done: Done<XTest>): void;
    TranslateCoordinates(
      from: number,
      to: number,
      x: number,
      y: number,
      done: Done<{ readonly destX: number; readonly destY: number }>,
    ): void;
    terminate(): void;
  }
  export interface XDisplay {
    readonly client: XClient;
    readonly min_keycode: number;
    readonly max_keycode: number;
    readonly screen: readonly { readonly root: number; readonly pixel_width: number; readonly pixel_height: number }[];
  }
  export function createClient(
    options: { display: string; shm: false },
    done: (error: Error | null | undefined, display: XDisplay) => void,
  ): XClient;
  export const eventMask: { readonly PropertyChange: number; readonly StructureNotify: number };
  const library: { createClient: typeof createClient; eventMask: typeof eventMask };
  export default library;
}
