/** Window classes by which the window manager and the agent know our windows. */
export const HOME_CLASS = 'berth-home';
/** Window class of the remote control notice. */
export const NOTICE_CLASS = 'berth-notice';
/** Window class of administrators' messages. */
export const MESSAGE_CLASS = 'berth-message';
export const SESSION_CLASS_PREFIX = 'berth-session';
export const WEBAPP_CLASS_PREFIX = `${SESSION_CLASS_PREFIX}-webapp`;
/** Maximum number of windows of a web app. */
export const SESSION_WINDOWS_MAX = 10;

/**
 * Position of notices at the top center, before they are scaled. The remote control notice is above the message,
 * because both may be open.
 */
export const NOTICE_PLACES: Readonly<Record<string, { width: number; height: number; y: number }>> = {
  [NOTICE_CLASS]: { width: 960, height: 72, y: 0 },
  [MESSAGE_CLASS]: { width: 960, height: 132, y: 72 },
};

/** A top-level window in the window manager's list (EWMH). */
export interface Window {
  readonly id: number;
  /** The class in WM_CLASS, which identifies windows. */
  readonly className: string;
  /** Whether it is a browser window with an address bar, as opened by Ctrl+N; an app's window has none. */
  readonly isFree: boolean;
  readonly title: string;
  /** Minimized. */
  readonly isHidden: boolean;
  /** Kept below the others, as a web app's new windows are until they have painted. */
  readonly isBelow: boolean;
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
  /** Stops keeping a window below the others. */
  leaveBottom(id: number): Promise<void>;
  watchPaint(id: number): Promise<PaintWatch>;
  /** Called after every change of the list, of a title or of the active window. */
  onChange(listener: () => void): () => void;
}
