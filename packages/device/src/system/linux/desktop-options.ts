import type { Log } from '../log.ts';
import type { Running } from '../ports/programs.ts';
import type { Accounts } from './accounts.ts';
import type { KeptProgram } from './kept-program.ts';
import type { Start } from './programs.ts';

export interface DesktopOptions {
  /** own: this computer's screen. headless: Xvfb. joined: the X server in DISPLAY. */
  readonly mode: 'own' | 'headless' | 'joined';
  /** Size of the headless screen, for example `1920x1080`. */
  readonly size: string;
  readonly accounts: Accounts;
  /** The kernel's list of input devices. */
  readonly inputDevices?: string;
  /** Additional browser arguments for the home screen. */
  readonly homeArguments: readonly string[];
  readonly log: Log;
}

/** The parts of an opened desktop. */
export interface Opened extends DesktopOptions {
  readonly chromium: string;
  readonly display: string;
  readonly serverPid: number | null;
  /** Our window manager, and the scale of the bar that it started with; null: another window manager runs. */
  readonly manager: { readonly program: Pick<KeptProgram, 'onEnded'>; readonly scale: number } | null;
  /** The desktop's own programs, in the order in which they are stopped. */
  readonly parts: readonly Pick<Running, 'stop'>[];
  readonly lost: Promise<void>;
}

/** A program to start on the desktop. */
export interface DesktopStart extends Omit<Start, 'env'> {
  readonly home: string;
  /** Additional environment variables. */
  readonly more?: Readonly<Record<string, string>>;
}

export type BrowserStart = Omit<DesktopStart, 'args'>;
