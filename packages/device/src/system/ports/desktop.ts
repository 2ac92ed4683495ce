import type { Socket } from 'node:net';
import type { RemoteMode, RemoteMonitor } from '@berth/contract/device/remote';
import type { KeyboardLayout } from '@berth/contract/profile/keyboard-layouts';
import type { Displays } from '@berth/contract/profile/system';
import type { BrowserLaunch, RdpLaunch, Running, RunningRdp } from './programs.ts';
import type { Windows } from './windows.ts';

/** A desktop that shows windows while its X server runs. */
export interface Desktop {
  /** As programs know it: `:99`. */
  readonly name: string;
  /** The X server's process, where it is the agent's own. */
  readonly serverPid: number | null;
  readonly windows: Windows;
  /** Whether browsers get their extensions; without them, a web app's free windows stay free. */
  readonly hasExtensions: boolean;
  /** Resolves when the X server or its window manager is gone and the host should open another desktop. */
  readonly lost: Promise<void>;
  /** A Chromium with its own data folder. */
  openBrowser(launch: BrowserLaunch): Promise<Running>;
  /** Makes ready what the first browser of this kind would wait for. */
  prepareBrowser(launch: BrowserLaunch): Promise<void>;
  openRdp(launch: RdpLaunch): Promise<RunningRdp>;
  /** The layout of every keyboard. */
  setKeyboardLayout(layout: KeyboardLayout): Promise<void>;
  /** How every keyboard helps people who type with one hand, or slowly. */
  setKeyAids(aids: KeyAids): Promise<void>;
  /** Whether there is a touch screen and no keyboard. */
  isTouchOnly(): Promise<boolean>;
  /** Calls the listener when a device is plugged in or removed, until the returned function is called. */
  onPlugged(listener: () => void): () => void;
  /**
   * A keyboard on the screen, behind a button above all windows; rejects where none is installed.
   * @param comesByItself It shows while a field has the focus, in programs that start after it.
   */
  openKeyboard(comesByItself: boolean): Promise<Running>;
  /** Whether a screen reader is installed. */
  readonly hasScreenReader: boolean;
  /** Reads aloud what programs show that start after it, in a language (IETF tag); rejects where none is installed. */
  openScreenReader(language: string): Promise<ScreenReader>;
  /** A terminal for the administrator; rejects where none is installed. */
  openTerminal(): Promise<Running>;
  /** Serves this screen for an 8-character password. Rejects if the server is not installed. */
  openScreenServer(password: string, mode: RemoteMode): Promise<ScreenServer>;
  /**
   * Turns and arranges the monitors, and moves the home screen and the sessions to theirs, now and when they open.
   * Rejects where the X server does not take it; the monitors are then as before.
   */
  arrangeMonitors(plan: MonitorPlan): Promise<void>;
  /** Calls the listener after a monitor was connected, disconnected or changed by another program. */
  onMonitors(listener: () => void): void;
  /** Left to right as they stand; empty where that cannot be told. */
  monitors(): Promise<readonly RemoteMonitor[]>;
  /** A small picture of the whole screen as it is now, to be encoded as JPEG in a quality from 1 to 100. */
  screenshot(): Promise<(quality: number) => Buffer>;
  /** The text that would be pasted; empty where there is none. Rejects where that cannot be told. */
  readClipboard(): Promise<string>;
  writeClipboard(text: string): Promise<void>;
  /** Milliseconds since a person last touched keyboard, mouse or screen. */
  idleMs(): Promise<number>;
  /**
   * Covers new windows with one color (0xRRGGBB) that takes no keys, until the resolved function is called.
   */
  cover(color: number): Promise<() => Promise<void>>;
  /** Blanks the screen until the next input. */
  blank(): Promise<void>;
  /**
   * Calls the listener when Ctrl+Alt and this key are pressed, instead of the focused window, until the resolved function
   * is called.
   */
  onChord(key: ChordKey, listener: () => void): Promise<() => Promise<void>>;
  /** Forgets what people left in sessions: logins, cookies, files. Only while no session is open. */
  clearSessions(): Promise<void>;
  /** Ends what this desktop started. */
  close(): Promise<void>;
}

export interface ScreenReader extends Running {
  /** Continues in another language. */
  speak(language: string): Promise<void>;
}

export type MonitorPlan = Pick<Displays, 'arrangement' | 'rotation' | 'home_monitor' | 'sessions'>;

export interface KeyAids {
  /** Shift, Ctrl and Alt hold until the next key. */
  readonly stickyKeys: boolean;
  readonly slowRepeat: boolean;
}

/** Keys that every layout has and that are rarely typed with Ctrl+Alt. */
export type ChordKey = 'Backspace' | 'Enter' | 'Escape' | 'Space';

/** RFB of one desktop (RFC 6143), for one session. */
export interface ScreenServer {
  connect(): Promise<Socket>;
  stop(): Promise<void>;
}

export interface DesktopHost {
  /** Starts the X server, or joins a running one. */
  open(): Promise<Desktop>;
  /** Forgets what people left in browsers: logins, cookies, files. Only while no desktop is open. */
  clear(): Promise<void>;
}
