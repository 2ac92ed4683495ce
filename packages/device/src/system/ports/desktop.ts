import type { Socket } from 'node:net';
import type { RemoteMode, RemoteMonitor } from '@berth/contract/device/remote';
import type { KeyboardLayout } from '@berth/contract/profile/keyboard-layouts';
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
  /** A keyboard on the screen, behind a button above all windows; rejects where none is installed. */
  openKeyboard(): Promise<Running>;
  /** A terminal for the administrator; rejects where none is installed. */
  openTerminal(): Promise<Running>;
  /** Serves this screen for an 8-character password. Rejects if the server is not installed. */
  openScreenServer(password: string, mode: RemoteMode): Promise<ScreenServer>;
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
