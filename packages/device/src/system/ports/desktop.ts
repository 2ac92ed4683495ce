import type { Socket } from 'node:net';
import type { RemoteMode, RemoteMonitor } from '@berth/contract/device/remote';
import type { KeyboardLayout } from '@berth/contract/profile/keyboard-layouts';
import type { Displays } from '@berth/contract/profile/system';
import type { BrowserLaunch, RdpLaunch, Running, RunningRdp } from './programs.ts';
import type { Windows } from './windows.ts';

/** A desktop that shows windows while its X server runs. */
export interface Desktop {
  /** Display name, for example `:99`. */
  readonly name: string;
  /** PID of the X server if the agent started it. */
  readonly serverPid: number | null;
  readonly windows: Windows;
  /** Whether browsers can install extensions; without them, a web app's free windows keep their address bar. */
  readonly hasExtensions: boolean;
  /** Resolves when the X server or its window manager is gone and the host should open another desktop. */
  readonly lost: Promise<void>;
  /** A Chromium with its own data folder. */
  openBrowser(launch: BrowserLaunch): Promise<Running>;
  /** Prepares what the first browser of this kind would otherwise wait for. */
  prepareBrowser(launch: BrowserLaunch): Promise<void>;
  openRdp(launch: RdpLaunch): Promise<RunningRdp>;
  /** Sets the layout of all keyboards. */
  setKeyboardLayout(layout: KeyboardLayout): Promise<void>;
  /** Sets the accessibility aids of all keyboards. */
  setKeyAids(aids: KeyAids): Promise<void>;
  /** Whether there is a touch screen and no keyboard. */
  isTouchOnly(): Promise<boolean>;
  /** Calls the listener when a device is plugged in or removed, until the returned function is called. */
  onPlugged(listener: () => void): () => void;
  /**
   * Opens an on-screen keyboard behind a button above all windows; rejects if none is installed.
   * @param comesByItself Whether it opens while a field has the focus, in programs that start after it.
   */
  openKeyboard(comesByItself: boolean): Promise<Running>;
  /** Whether a screen reader is installed. */
  readonly hasScreenReader: boolean;
  /** Reads aloud the programs that start after it, in a language (BCP 47 tag); rejects if none is installed. */
  openScreenReader(language: string): Promise<ScreenReader>;
  /** Opens a terminal for the administrator; rejects if none is installed. */
  openTerminal(): Promise<Running>;
  /** Serves this screen for an 8-character password. Rejects if the server is not installed. */
  openScreenServer(password: string, mode: RemoteMode): Promise<ScreenServer>;
  /**
   * Rotates and arranges the monitors, and keeps the home screen and the sessions on theirs. Rejects if the X server
   * refuses; the monitors then do not change.
   */
  arrangeMonitors(plan: MonitorPlan): Promise<void>;
  /** Calls the listener after a monitor was connected, disconnected or changed by another program. */
  onMonitors(listener: () => void): void;
  /** The active monitors, left to right; empty if unknown. */
  monitors(): Promise<readonly RemoteMonitor[]>;
  /** Captures a small picture of the screen. The resolved function encodes it as JPEG, with a quality of 1 to 100. */
  screenshot(): Promise<(quality: number) => Buffer>;
  /** The clipboard's text; empty if there is none. Rejects if it cannot be read. */
  readClipboard(): Promise<string>;
  writeClipboard(text: string): Promise<void>;
  /** Milliseconds since the last input. */
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
  /** Deletes the data of sessions: logins, cookies, files. Only while no session is open. */
  clearSessions(): Promise<void>;
  /** Ends everything that this desktop started. */
  close(): Promise<void>;
}

export interface ScreenReader extends Running {
  /** The accessibility bus that it reads: browsers that started without it, or with another, stay silent. */
  readonly bus: string;
  /** Switches to another language. */
  speak(language: string): Promise<void>;
}

export type MonitorPlan = Pick<Displays, 'arrangement' | 'rotation' | 'home_monitor' | 'sessions'>;

export interface KeyAids {
  /** Whether Shift, Ctrl, and Alt stay active until the next key. */
  readonly stickyKeys: boolean;
  readonly slowRepeat: boolean;
}

/** Keys that every layout has and that are rarely used with Ctrl+Alt. */
export type ChordKey = 'Backspace' | 'Enter' | 'Escape' | 'Space';

/** A VNC server (RFB, RFC 6143) of one desktop, for one session. */
export interface ScreenServer {
  connect(): Promise<Socket>;
  stop(): Promise<void>;
}

export interface DesktopHost {
  /** Starts the X server, or joins a running one. */
  open(): Promise<Desktop>;
  /** Deletes the data of all browsers: logins, cookies, files. Only while no desktop is open. */
  clear(): Promise<void>;
}
