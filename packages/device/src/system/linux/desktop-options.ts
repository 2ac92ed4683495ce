import type { Log } from '../log.ts';
import type { Running } from '../ports/programs.ts';
import type { Accounts } from './accounts.ts';
import type { Start } from './programs.ts';

export interface DesktopOptions {
  /** own: the screen of this computer. headless: an X server without one. joined: the one that DISPLAY names. */
  readonly mode: 'own' | 'headless' | 'joined';
  /** Width and height of the headless screen, as `1920x1080`. */
  readonly size: string;
  readonly accounts: Accounts;
  /** Where the kernel lists keyboards and touch screens. */
  readonly inputDevices?: string;
  /** For the home browser only. */
  readonly homeArguments: readonly string[];
  readonly log: Log;
}

/** A desktop that is about to be shown. */
export interface Opened extends DesktopOptions {
  readonly chromium: string;
  readonly display: string;
  readonly serverPid: number | null;
  /** Size of the bar that our window manager was started with; null: it is another program's. */
  readonly managerScale: number | null;
  /** The desktop's own programs, in the order in which they are stopped. */
  readonly parts: readonly Running[];
  readonly lost: Promise<void>;
}

/** A program on the desktop. */
export interface DesktopStart extends Omit<Start, 'env'> {
  readonly home: string;
  /** Added to the environment of every program of the desktop. */
  readonly more?: Readonly<Record<string, string>>;
}

export type BrowserStart = Omit<DesktopStart, 'args'>;
