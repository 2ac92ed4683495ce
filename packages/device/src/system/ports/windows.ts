/** Window classes by which the window manager and the agent know our windows. */
export const HOME_CLASS = 'berth-home';
/** What is said above every other window. */
export const NOTICE_CLASS = 'berth-notice';
/** A message of an administrator, said there too. */
export const MESSAGE_CLASS = 'berth-message';
export const SESSION_CLASS_PREFIX = 'berth-session';
/** Windows of one web app: its own and what that opened. */
export const SESSION_WINDOWS_MAX = 10;

/**
 * Where notices stand at the middle of the upper edge, before they are enlarged as the profile wants: the one of remote
 * control first, the message below it, since both may be there.
 */
export const NOTICE_PLACES: Readonly<Record<string, { width: number; height: number; y: number }>> = {
  [NOTICE_CLASS]: { width: 960, height: 72, y: 0 },
  [MESSAGE_CLASS]: { width: 960, height: 132, y: 72 },
};

/** A top-level window as the window manager lists it (EWMH). */
export interface Window {
  readonly id: number;
  /** The class part of WM_CLASS, by which windows are told apart. */
  readonly className: string;
  /** A browser's window with an address bar, as Ctrl+N opens it; an app's window has none. */
  readonly isFree: boolean;
  readonly title: string;
  /** Minimized. */
  readonly isHidden: boolean;
}

/** Watches whether a window is painted, also behind others; meanwhile its program paints it as if it was visible. */
export interface PaintWatch {
  /** Whether it shows more than one color. Rejects once it is gone. */
  isPainted(): Promise<boolean>;
  close(): void;
}

export interface Windows {
  /** In the order they appeared. */
  list(): readonly Window[];
  /** The window that has the keyboard. */
  active(): number | null;
  /** Height in pixels that the on-screen keyboard covers at the bottom edge. */
  covered(): number;
  /** In front, with the keyboard, also from being minimized. */
  raise(id: number): Promise<void>;
  minimize(id: number): Promise<void>;
  /** Asks the window to close, as its own button does. */
  close(id: number): Promise<void>;
  setTitle(id: number, title: string): Promise<void>;
  /** Keeps a window above the others, also while another one has the keyboard, until it is told otherwise. */
  keepAbove(id: number, isAbove: boolean): Promise<void>;
  watchPaint(id: number): Promise<PaintWatch>;
  /** Called after every change of the list, of a title or of the active window. */
  onChange(listener: () => void): () => void;
}
