import type { OpenSession } from '@berth/contract/bridge/methods';
import type { AccessibilityState } from '@berth/contract/bridge/settings';
import type { WindowReference } from '@berth/contract/profile/entries';
import { BROWSER_SESSIONS } from '@berth/contract/profile/sessions';
import type { RememberedSession } from '../../state/machine-state.ts';
import type { Log } from '../../system/log.ts';
import type { Desktop } from '../../system/ports/desktop.ts';
import type { BrowserExtension } from '../../system/ports/programs.ts';
import type { BrowserSurroundings } from './browser-policies.ts';
import { type Entry, findEntry, pageEntry } from './entries.ts';
import { FrontWindow } from './front-window.ts';
import { classOf, type LaunchSettings, prepare, type RdpLogin } from './launch.ts';
import type { RefusedCertificates } from './refused-certificates.ts';
import { Session } from './session.ts';

export interface SessionsOptions {
  readonly onChange: (list: readonly OpenSession[]) => void;
  /** Enforces browser rules without a Chromium policy. */
  readonly extensionFor: (entry: Entry, isKiosk: boolean) => Promise<BrowserExtension | null>;
  readonly surroundings: () => BrowserSurroundings;
  /** Accessibility aids for sessions that start from now on. */
  readonly aids: () => Pick<AccessibilityState, 'largeText' | 'highContrast'>;
  /** Called when sessions start or stop opening behind the home screen, which shows that. */
  readonly onOpening: (isOpening: boolean) => void;
  /** Called when the user minimizes the front session. */
  readonly onMinimized: () => void;
  readonly certificates: RefusedCertificates;
  /** Stores the sessions to reopen after an agent crash. */
  readonly remember: (sessions: readonly RememberedSession[]) => void;
  readonly log: Log;
}

/** How sessions of the current profile are started. */
export interface SessionSettings extends Pick<LaunchSettings, 'scale' | 'darkTheme'> {
  readonly kiosk: WindowReference | null;
}

/** Scale factor of a page with large text. */
const LARGE_TEXT = 1.5;

const SETTINGS: SessionSettings = { kiosk: null, scale: 1, darkTheme: false };

/** The open sessions of this machine (spec chapter 1, App Screen). */
export class Sessions {
  readonly #options: SessionsOptions;
  readonly #open = new Map<string, Session>();
  readonly #logins = new Map<string, RdpLogin>();
  /** Sessions that a user opened at the home screen and that are not shown yet. */
  readonly #opening = new Set<Session>();
  readonly #front = new FrontWindow(
    () => this.#remember(),
    () => this.#options.onMinimized(),
  );
  #entries: readonly Entry[] = [];
  /** A page opened in addition to the profile's sessions. */
  #page: Entry | null = null;
  #settings = SETTINGS;
  #desktop: Desktop | null = null;
  #unwatch: () => void = () => {};

  constructor(options: SessionsOptions) {
    this.#options = options;
  }

  list(): OpenSession[] {
    return [...this.#open.values()].map((session) => session.describe());
  }

  /** Applies a profile: updates open sessions to their entries and closes those whose entry was removed. */
  async configure(entries: readonly Entry[], settings: SessionSettings): Promise<void> {
    const kioskBefore = this.#kioskEntry();
    this.#entries = entries;
    this.#options.certificates.follow(entries);
    this.#settings = settings;
    const kiosk = this.#kioskEntry();
    const kioskTurned = kiosk?.id !== kioskBefore?.id;
    const closing: Promise<void>[] = [];
    for (const session of this.#open.values()) {
      const entry = [...entries, ...(this.#page ? [this.#page] : [])].find(({ id }) => id === session.entry.id);
      // Full screen is set at launch: a session that gains or loses it restarts.
      const staysInKiosk = kiosk ? !kioskTurned && entry?.id === kiosk.id : entry?.id !== kioskBefore?.id;
      if (!entry || !staysInKiosk) closing.push(session.close());
      else {
        session.entry = entry;
        session.update();
      }
    }
    this.#changed();
    await Promise.all(closing);
    // The profile may have changed again while they closed.
    const kioskNow = this.#kioskEntry();
    if (kioskNow) await this.#openEntry(kioskNow);
  }

  /** Opens everything that was open, on a new screen. */
  async attach(desktop: Desktop): Promise<void> {
    this.#desktop = desktop;
    this.#unwatch = desktop.windows.onChange(() => {
      const kiosk = this.#kioskEntry();
      this.#front.update(desktop.windows, kiosk ? classOf(kiosk) : null, this.#isWantedOpening());
      for (const session of this.#open.values()) session.update();
    });
    await Promise.all([...this.#open.values()].map((session) => session.start()));
  }

  /** The screen ended with everything on it. */
  detach(): void {
    this.#unwatch();
    this.#front.screenEnded();
    this.#desktop = null;
    for (const session of this.#open.values()) session.suspend();
  }

  /** Prepares what the first session of each kind would wait for; a kiosk session prepares itself. */
  async prepare(): Promise<void> {
    const desktop = this.#desktop;
    if (!desktop || this.#kioskEntry()) return;
    for (const type of BROWSER_SESSIONS) {
      const entry = this.#entries.find((each) => each.type === type);
      if (entry) await prepare(desktop, entry, await this.#launchSettings(entry));
    }
  }

  /** Opens an entry, or brings it to the front if it is open. Null: no such entry. */
  async open(reference: WindowReference, login: RdpLogin | null): Promise<OpenSession | null> {
    const entry = findEntry(this.#entries, reference);
    if (!entry) return null;
    this.#refuseInKiosk(entry);
    if (login) this.#logins.set(entry.id, login);
    const session = await this.#openEntry(entry);
    return session.describe();
  }

  /** Opens a page that is not in the profile, such as a meeting's; replaces the previous one. */
  async openPage(url: string, title: string): Promise<void> {
    const entry = pageEntry(url, title);
    this.#refuseInKiosk(entry);
    if (this.#page && this.#page.id !== entry.id) await this.close(this.#page.id);
    this.#page = entry;
    await this.#openEntry(entry);
  }

  /** Returns false if the session is not open. */
  async raise(id: string): Promise<boolean> {
    const session = this.#open.get(id);
    if (session) this.#front.want(classOf(session.entry));
    await session?.raise();
    return session !== undefined;
  }

  async close(id: string): Promise<boolean> {
    const session = this.#open.get(id);
    await session?.close();
    return session !== undefined;
  }

  /** Keeps open sessions behind the home screen from now on. */
  giveWay(): void {
    this.#front.wantHome();
  }

  /** Call when the home screen's page has loaded. */
  homeLoaded(): void {
    this.#front.homeLoaded();
  }

  /** Hides all sessions but keeps them open. */
  async hideAll(): Promise<void> {
    await Promise.all([...this.#open.values()].map((session) => session.hide()));
  }

  async closeAll(): Promise<void> {
    await Promise.all([...this.#open.values()].map((session) => session.close()));
  }

  #refuseInKiosk({ id }: Entry): void {
    const kiosk = this.#kioskEntry();
    if (kiosk && kiosk.id !== id) throw new Error('Kiosk mode shows one session and nothing else.');
  }

  async #openEntry(entry: Entry): Promise<Session> {
    // On a slow computer, the session before takes seconds to close.
    while (this.#open.get(entry.id)?.isClosing) await this.#open.get(entry.id)?.close();
    this.#refuseInKiosk(entry);
    const open = this.#open.get(entry.id);
    if (open && !open.failed) {
      this.#front.want(classOf(entry));
      await open.raise();
      return open;
    }
    const session = new Session(entry, {
      desktop: () => this.#desktop,
      settings: (present) => this.#launchSettings(present),
      isKiosk: () => this.#isKiosk(entry),
      onChange: () => this.#changed(),
      onRestart: () => this.#front.restarts(classOf(session.entry)),
      onRefused: (certificate) => this.#options.certificates.refused(session.entry, certificate),
      onGone: () => this.#forget(session),
      log: this.#options.log,
    });
    this.#open.set(entry.id, session);
    const isFromHome = this.#front.wanted === null || this.#opening.size > 0;
    if (isFromHome && !this.#kioskEntry()) this.#opening.add(session);
    this.#front.want(classOf(entry));
    this.#changed();
    await session.start();
    return session;
  }

  async #launchSettings(entry: Entry): Promise<LaunchSettings> {
    const { scale, darkTheme } = this.#settings;
    const { largeText, highContrast } = this.#options.aids();
    return {
      ...this.#options.surroundings(),
      scale: largeText ? scale * LARGE_TEXT : scale,
      highContrast,
      darkTheme,
      fullscreen: this.#isKiosk(entry),
      login: this.#logins.get(entry.id) ?? null,
      onTrusted: (host) => this.#options.certificates.trusted(entry, host),
      extension: await this.#options.extensionFor(entry, this.#isKiosk(entry)),
    };
  }

  #forget(session: Session): void {
    if (this.#open.get(session.entry.id) !== session) return;
    this.#open.delete(session.entry.id);
    this.#opening.delete(session);
    this.#logins.delete(session.entry.id);
    this.#changed();
  }

  #kioskEntry(): Entry | null {
    return (this.#settings.kiosk && findEntry(this.#entries, this.#settings.kiosk)) ?? null;
  }

  #isWantedOpening(): boolean {
    return [...this.#opening].some(({ entry }) => classOf(entry) === this.#front.wanted);
  }

  #isKiosk({ id }: Entry): boolean {
    return this.#kioskEntry()?.id === id;
  }

  #changed(): void {
    for (const session of this.#opening) if (!session.isStarting) this.#opening.delete(session);
    this.#options.onOpening(this.#opening.size > 0);
    this.#options.onChange(this.list());
    this.#remember();
  }

  // Stored in the order of reopening: the front session is last.
  #remember(): void {
    const inFront = ({ entry }: Session): number => Number(classOf(entry) === this.#front.wanted);
    const list = [...this.#open.values()].toSorted((a, b) => inFront(a) - inFront(b)).map((each) => each.describe());
    // Not restored: a remote desktop needs its password, a failed session would fail again, and a page is not in the
    // profile.
    this.#options.remember(
      list
        .filter(
          ({ session_type, id, state }) =>
            BROWSER_SESSIONS.includes(session_type) && state !== 'failed' && id !== this.#page?.id,
        )
        .map(({ session_type, session_index, app_instance }) => ({ session_type, session_index, app_instance })),
    );
  }
}
