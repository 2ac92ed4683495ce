import type { OpenSession } from '@berth/contract/bridge/methods';
import type { RefusedCertificate } from '@berth/contract/device/certificate';
import { CERTIFICATE_SHOWN_MS, FAILURE_SHOWN_MS } from '@berth/contract/limits';
import type { Log } from '../../system/log.ts';
import type { Desktop } from '../../system/ports/desktop.ts';
import { CertificateError, type Exit, type Running } from '../../system/ports/programs.ts';
import { SESSION_WINDOWS_MAX, type Window } from '../../system/ports/windows.ts';
import type { Entry } from './entries.ts';
import { type ExitOutcome, exitOutcomeOf, type SessionFailure } from './exit-outcome.ts';
import { classOf, type LaunchSettings, launch } from './launch.ts';
import { NewWindows } from './new-windows.ts';
import { showPainted } from './show-painted.ts';

export interface SessionContext {
  readonly desktop: () => Desktop | null;
  readonly settings: (entry: Entry) => Promise<LaunchSettings>;
  /** Kiosk mode: the session restarts whenever it ends. */
  readonly isKiosk: () => boolean;
  readonly onChange: () => void;
  /** Called when the session has crashed and is about to restart. */
  readonly onRestart: () => void;
  readonly onRefused: (certificate: RefusedCertificate) => void;
  /** Called when the session has ended and does not restart. */
  readonly onGone: () => void;
  readonly log: Log;
}

/** A session that crashes this often within this time is given up. */
const CRASHES_MAX = 3;
const CRASHES_WITHIN_MS = 60_000;
/** Wait before a restart, multiplied by the number of recent crashes; a kiosk session must be back within 3 s. */
const RESTART_MS = 250;
const RESTART_MAX_MS = 2_000;

/**
 * Time for a web app's extension to replace a hidden free window with a window without an address bar: 0.2 s on an idle
 * computer, seconds on a busy one. Closing the window earlier would break the link.
 */
const BARE_WITHIN_MS = 30_000;

/** How the title of a window that an extension opened begins, until its page has one; the extension's ID follows. */
const NO_TITLE = '_crx_';

/** An opened entry: its program, its windows, and its restart after a crash. */
export class Session {
  entry: Entry;
  readonly #context: SessionContext;
  #running: Running | null = null;
  #starting: Promise<void> | null = null;
  #showing: Promise<void> | null = null;
  #state: OpenSession['state'] = 'starting';
  #failure: OpenSession['failure'] = null;
  #certificate: RefusedCertificate | null = null;
  #crashes: number[] = [];
  #closing = false;
  /** The web app's main window; closing it ends the session. */
  #main: number | null = null;
  /** Whether the user closed the main window while others were open. */
  #wasClosed = false;
  /** Free windows of a web app with their close timers. */
  readonly #strays = new Map<number, NodeJS.Timeout>();
  readonly #newWindows = new NewWindows();
  #restart: NodeJS.Timeout | null = null;
  #forget: NodeJS.Timeout | null = null;

  constructor(entry: Entry, context: SessionContext) {
    this.entry = entry;
    this.#context = context;
  }

  describe(): OpenSession {
    const { id, type, index, appInstance, title } = this.entry;
    return {
      id,
      session_type: type,
      session_index: index,
      app_instance: appInstance,
      title,
      state: this.#state,
      failure: this.#failure,
      ...(this.#certificate && { certificate: this.#certificate }),
    };
  }

  get failed(): boolean {
    return this.#state === 'failed';
  }

  get isStarting(): boolean {
    return this.#state === 'starting';
  }

  get isClosing(): boolean {
    return this.#closing;
  }

  /** Starts the program on the current desktop unless it is running. Without a desktop, waits for the next one. */
  start(): Promise<void> {
    this.#starting ??= this.#start().finally(() => {
      this.#starting = null;
    });
    return this.#starting;
  }

  async #start(): Promise<void> {
    const desktop = this.#context.desktop();
    if (this.#running || !desktop || this.#closing) return;
    this.#main = null;
    this.#wasClosed = false;
    this.#set('starting', null);
    try {
      const running = await launch(desktop, this.entry, await this.#context.settings(this.entry));
      // The screen ended meanwhile, and this program ends with it.
      if (this.#context.desktop() !== desktop) {
        await running.stop();
        return await this.#start();
      }
      this.#running = running;
      void running.exited.then((exit) => this.#ended(desktop, exit));
    } catch (error) {
      if (this.#context.desktop() !== desktop) return this.#start();
      if (error instanceof CertificateError) {
        this.#certificateRefused(error.certificate);
        return;
      }
      this.#context.log.error({ session: this.entry.id, error: String(error) }, 'session cannot start');
      this.#fail('not-installed');
    }
  }

  #certificateRefused(certificate: RefusedCertificate): void {
    // Administrators read the certificate in the machine's log.
    this.#context.log.warn({ ...certificate }, `the certificate of “${this.entry.title}” is not trusted`);
    this.#context.onRefused(certificate);
    if (this.#closing) this.#context.onGone();
    else if (this.#context.isKiosk()) this.#comeBack(true);
    else this.#fail('certificate-refused', certificate);
  }

  windows(): Window[] {
    const className = classOf(this.entry);
    return (
      this.#context
        .desktop()
        ?.windows.list()
        .filter((window) => window.className === className) ?? []
    );
  }

  /** Call when the window list or the entry changed. */
  update(): void {
    const desktop = this.#context.desktop();
    if (!desktop) return;
    const listed = this.windows();
    if (this.entry.type === 'webapp') this.#closeStrays(desktop, listed);
    const windows = this.#shown(listed);
    const [first] = windows;
    if (first && this.#state === 'starting') {
      this.#showing ??= this.#show(desktop, first.id).finally(() => {
        this.#showing = null;
      });
    }
    if (this.entry.type === 'webapp') this.#updateApp(desktop, windows);
  }

  /** Keeps the session's window behind the home screen until it has painted. */
  async #show(desktop: Desktop, window: number): Promise<void> {
    const bring = async () => {
      if (this.#state !== 'starting' || this.#context.desktop() !== desktop) return;
      // The window may have been closed or replaced meanwhile.
      if (this.#shown(this.windows()).length === 0) return;
      this.#set('open', null);
      await this.raise();
      this.update();
    };
    if (this.#context.isKiosk()) await bring();
    else await showPainted(desktop.windows, window, bring);
  }

  /** Gives windows the configured title, and closes the app's other windows when the main window is closed. */
  #updateApp(desktop: Desktop, windows: readonly Window[]): void {
    this.#main ??= windows[0]?.id ?? null;
    if (!windows.some(({ id }) => id === this.#main) && windows.length > 0 && !this.#wasClosed) {
      this.#wasClosed = true;
      void this.#running?.stop();
    }
    this.#newWindows.update(desktop.windows, windows.slice(0, SESSION_WINDOWS_MAX));
    for (const { id } of windows.slice(SESSION_WINDOWS_MAX)) desktop.windows.close(id).catch(() => {});
    // The main page's own title shows that it has loaded; the others keep theirs.
    const isUntitled = ({ id, title }: Window) =>
      id === this.#main ? this.#state === 'open' && title !== this.entry.title : title.startsWith(NO_TITLE);
    for (const { id } of windows.filter(isUntitled)) desktop.windows.setTitle(id, this.entry.title).catch(() => {});
  }

  /** Closes windows with an address bar, which Ctrl+N and links open in a web app. */
  #closeStrays(desktop: Desktop, windows: readonly Window[]): void {
    const free = windows.filter(({ isFree }) => isFree).map(({ id }) => id);
    for (const [id, timer] of this.#strays) {
      if (free.includes(id)) continue;
      clearTimeout(timer);
      this.#strays.delete(id);
    }
    for (const id of free.filter((each) => !this.#strays.has(each))) {
      const close = () => {
        if (desktop.hasExtensions) this.#context.log.warn({ session: this.entry.id }, 'a free window was closed');
        void desktop.windows.close(id).catch(() => {});
      };
      this.#strays.set(id, setTimeout(close, desktop.hasExtensions ? BARE_WITHIN_MS : 0).unref());
    }
  }

  #shown(windows: readonly Window[]): readonly Window[] {
    return this.entry.type === 'webapp' ? windows.filter(({ isFree }) => !isFree) : windows;
  }

  /** Raises a web app's windows in their order; of other programs, the newest window. */
  async raise(): Promise<void> {
    const windows = this.#shown(this.windows());
    for (const { id } of this.entry.type === 'webapp' ? windows : windows.slice(-1)) {
      await this.#context
        .desktop()
        ?.windows.raise(id)
        .catch(() => {});
    }
  }

  async hide(): Promise<void> {
    const windows = this.#context.desktop()?.windows;
    for (const { id } of this.#shown(this.windows())) await windows?.minimize(id).catch(() => {});
  }

  /** Asks the windows to close; the program ends with the last one, or is killed. */
  async close(): Promise<void> {
    this.#closing = true;
    if (this.#restart) clearTimeout(this.#restart);
    if (this.#forget) clearTimeout(this.#forget);
    // A starting program could open its window after the close.
    await this.#starting;
    await this.#running?.stop();
    this.#context.onGone();
  }

  /** Call when the desktop has ended with all its windows: the session waits for the next desktop. */
  suspend(): void {
    if (this.#restart) clearTimeout(this.#restart);
    this.#running = null;
    if (!this.failed) this.#set('starting', null);
  }

  #ended(desktop: Desktop, exit: Exit): void {
    // The program belonged to the previous desktop and is already suspended.
    if (this.#context.desktop() !== desktop || !this.#running) return;
    this.#running = null;
    const outcome: ExitOutcome = this.#wasClosed ? { kind: 'closed' } : exitOutcomeOf(this.entry.type, exit);
    const kiosk = this.#context.isKiosk();
    const { log } = this.#context;
    if (outcome.kind === 'crashed' && !this.#closing)
      log.warn({ session: this.entry.id, ...exit }, 'a session crashed');
    else log.debug({ session: this.entry.id, ...exit, outcome: outcome.kind }, 'session ended');
    if (this.#closing || (outcome.kind === 'closed' && !kiosk)) this.#context.onGone();
    else if (outcome.kind === 'failed' && !kiosk) this.#fail(outcome.failure);
    else this.#comeBack(kiosk);
  }

  #comeBack(kiosk: boolean): void {
    const now = performance.now();
    this.#crashes = [...this.#crashes.filter((at) => now - at < CRASHES_WITHIN_MS), now];
    if (this.#crashes.length > CRASHES_MAX && !kiosk) {
      this.#fail('crashed');
      return;
    }
    this.#context.onRestart();
    this.#set('starting', null);
    const wait = Math.min(RESTART_MAX_MS, RESTART_MS * this.#crashes.length);
    this.#restart = setTimeout(() => void this.start(), wait);
  }

  // The failure is shown for a limited time: users need not dismiss it.
  #fail(failure: SessionFailure, certificate: RefusedCertificate | null = null): void {
    this.#certificate = certificate;
    this.#set('failed', failure);
    const shown = certificate ? CERTIFICATE_SHOWN_MS : FAILURE_SHOWN_MS;
    this.#forget = setTimeout(() => this.#context.onGone(), shown).unref();
  }

  #set(state: OpenSession['state'], failure: OpenSession['failure']): void {
    if (this.#state === state && this.#failure === failure) return;
    this.#state = state;
    this.#failure = failure;
    this.#context.onChange();
  }
}
