import type { Log } from '../../system/log.ts';
import type { Desktop } from '../../system/ports/desktop.ts';
import type { Running } from '../../system/ports/programs.ts';
import { HOME_CLASS } from '../../system/ports/windows.ts';
import { PageWatch } from './page-watch.ts';

export interface HomeOptions {
  /** The bridge's address, known once it listens. */
  readonly url: () => string;
  /** Full screen on a machine; otherwise a window on an existing desktop. */
  readonly fullscreen: boolean;
  /** Whether the window starts dark, which is the color that Chromium paints before the page. */
  readonly darkTheme: () => boolean;
  /** Called when the user closes the window on an existing desktop. */
  readonly onClosed: () => void;
  /** Called when the page has loaded or reloaded. */
  readonly onLoaded: () => void;
  /** Called when the home screen is brought to the front. */
  readonly onRaise: () => void;
  readonly log: Log;
}

/** The page's initial color (surface-0 of the client's tokens). */
const COLORS = { dark: 0x111214, light: 0xf6f6f7 } as const;
/** After this time the cover is removed even if the page has not loaded; PageWatch restarts its browser. */
const COVER_MS = 30_000;

/** Wait before the home screen restarts, doubled while it keeps crashing. */
const RESTART_MS = 200;
const RESTART_MAX_MS = 2_000;
/** A browser that ran this long crashed for a new reason. */
const SETTLED_MS = 5_000;

/** The home screen's browser: runs while a desktop is available and restarts at once after a crash. */
export class Home {
  /** Is told when a page connects and disconnects. */
  readonly page = new PageWatch(
    () => this.#again(),
    () => {
      this.#uncover();
      this.#options.onLoaded();
    },
  );
  readonly #options: HomeOptions;
  #desktop: Desktop | null = null;
  #running: Running | null = null;
  /** Starts run one after the other: a slow computer takes a while for each. */
  #starting: Promise<void> = Promise.resolve();
  #restart: NodeJS.Timeout | null = null;
  #crashes = 0;
  #hidden = false;
  #isAbove = false;
  /** The window that is kept above all others. */
  #above: number | null = null;
  #unwatch: () => void = () => {};
  /** The page's path at the next start; empty: the previous one. */
  #path = '';
  /** Removes the cover that hides what Chromium paints before the page. */
  #cover: (() => Promise<void>) | null = null;
  #coverEnds: NodeJS.Timeout | undefined;

  constructor(options: HomeOptions) {
    this.#options = options;
  }

  async attach(desktop: Desktop): Promise<void> {
    this.#desktop = desktop;
    this.#unwatch = desktop.windows.onChange(() => this.#settleAbove());
    await this.#start();
  }

  detach(): void {
    // The cover ended with its X server.
    this.#cover = null;
    clearTimeout(this.#coverEnds);
    if (this.#restart) clearTimeout(this.#restart);
    this.#desktop = null;
    this.#running = null;
    this.#unwatch();
    this.#above = null;
    this.page.stop();
  }

  /** Whether the home screen is unreachable, as in kiosk mode. */
  get isHidden(): boolean {
    return this.#hidden;
  }

  async raise(): Promise<void> {
    this.#options.onRaise();
    const windows = this.#desktop?.windows;
    const window = windows?.list().find(({ className }) => className === HOME_CLASS);
    if (window) await windows?.raise(window.id);
  }

  /** Keeps the home screen above new windows that have not painted yet. */
  keepAbove(isAbove: boolean): void {
    this.#isAbove = isAbove;
    this.#settleAbove();
  }

  #settleAbove(): void {
    const windows = this.#desktop?.windows;
    const window = windows?.list().find(({ className }) => className === HOME_CLASS)?.id ?? null;
    const above = this.#isAbove ? window : null;
    if (above === this.#above) return;
    const changed = above ?? this.#above;
    this.#above = above;
    if (changed === window && changed !== null) void windows?.keepAbove(changed, above !== null).catch(() => {});
  }

  /** Lowers other windows behind the greeter. Call while no user is logged in. */
  async stayInFront(): Promise<void> {
    const windows = this.#desktop?.windows;
    const active = windows?.list().find(({ id }) => id === windows.active());
    if (active && active.className !== HOME_CLASS) await this.raise();
  }

  /** Closes other windows of the home screen's browser: Ctrl+N and links would open a free browser as its user. */
  async closeStrays(): Promise<void> {
    const windows = this.#desktop?.windows;
    if (!this.#options.fullscreen) return;
    const strays = windows?.list().filter(({ className, isFree }) => className === HOME_CLASS && isFree) ?? [];
    for (const { id } of strays) await windows?.close(id);
  }

  /** Shows one of the home screen's pages, even while it is hidden. */
  async show(path: string): Promise<void> {
    this.#path = path;
    await this.setHidden(false);
    await this.raise();
  }

  /** Hides the home screen for kiosk mode, or shows it again. */
  async setHidden(hidden: boolean): Promise<void> {
    if (this.#hidden === hidden) return;
    if (hidden) this.#path = '';
    this.#hidden = hidden;
    if (!hidden) return this.#start();
    await this.#started();
    if (this.#hidden) await this.#running?.stop();
  }

  /** Restarts the browser to apply options that it only reads at start. */
  async restart(): Promise<void> {
    await this.#started();
    const running = this.#running;
    if (!running) return;
    this.#running = null;
    this.page.stop();
    await running.stop();
    await this.#start();
  }

  #again(): void {
    this.#options.log.warn({}, 'the home screen has no page any more');
    void this.#running?.stop();
  }

  // Chromium briefly shows a new window white, even with a dark theme. Open sessions are not covered.
  async #coverScreen(desktop: Desktop): Promise<void> {
    if (!this.#options.fullscreen || this.#cover || desktop.windows.list().length > 0) return;
    const color = this.#options.darkTheme() ? COLORS.dark : COLORS.light;
    const cover = await desktop.cover(color).catch(() => null);
    const unwatch = desktop.windows.onChange(() => {
      if (desktop.windows.list().some(({ className }) => className !== HOME_CLASS)) this.#uncover();
    });
    this.#cover = async () => {
      unwatch();
      await cover?.();
    };
    this.#coverEnds = setTimeout(() => this.#uncover(), COVER_MS);
    this.#coverEnds.unref();
  }

  #uncover(): void {
    clearTimeout(this.#coverEnds);
    void this.#cover?.().catch(() => {});
    this.#cover = null;
  }

  #start(): Promise<void> {
    this.#starting = this.#started().then(() => this.#open());
    return this.#starting;
  }

  /** Resolves when no start is running. */
  #started(): Promise<void> {
    return this.#starting.catch(() => {});
  }

  async #open(): Promise<void> {
    const desktop = this.#desktop;
    if (!desktop || this.#running || this.#hidden) return;
    await this.#coverScreen(desktop);
    const started = performance.now();
    const running = await desktop.openBrowser({
      kind: 'home',
      folder: 'home',
      className: HOME_CLASS,
      url: `${this.#options.url()}${this.#path}`,
      fullscreen: this.#options.fullscreen,
      pinchToZoom: false,
      caretBrowsing: false,
      userAgent: null,
      extension: null,
      policies: homePolicies(this.#options.url()),
      scale: 1,
      darkTheme: this.#options.darkTheme(),
    });
    // The desktop ended meanwhile, or kiosk mode began.
    if (this.#desktop !== desktop || this.#hidden) {
      this.#uncover();
      return running.stop();
    }
    this.#running = running;
    // In a plain window, a missing page means that the user closed the window.
    if (this.#options.fullscreen) this.page.start();
    void running.exited.then(({ code, signal }) => {
      if (this.#running !== running) return;
      this.#running = null;
      this.page.stop();
      if (this.#hidden) return this.#uncover();
      if (!this.#options.fullscreen && code === 0) return this.#options.onClosed();
      this.#options.log.warn({ code, signal }, 'the home screen crashed and is restarted');
      this.#crashes = performance.now() - started > SETTLED_MS ? 0 : this.#crashes + 1;
      this.#comeBack(desktop);
    });
  }

  #comeBack(desktop: Desktop): void {
    const wait = Math.min(RESTART_MAX_MS, RESTART_MS * 2 ** Math.max(0, this.#crashes - 1));
    const start = () =>
      this.#start().catch((error: unknown) => {
        if (this.#desktop !== desktop) return;
        this.#options.log.error({ error: String(error) }, 'the home screen cannot start and is tried again');
        this.#crashes += 1;
        this.#comeBack(desktop);
      });
    this.#restart = setTimeout(() => void start(), wait);
  }
}

// The page may use cameras and microphones for calls and mirroring, but may not store, print, or download anything.
function homePolicies(url: string): Record<string, unknown> {
  const { origin } = new URL(url);
  return {
    BrowserSignin: 0,
    SyncDisabled: true,
    MetricsReportingEnabled: false,
    PasswordManagerEnabled: false,
    AutofillAddressEnabled: false,
    AutofillCreditCardEnabled: false,
    BackgroundModeEnabled: false,
    DefaultBrowserSettingEnabled: false,
    TranslateEnabled: false,
    PrintingEnabled: false,
    DownloadRestrictions: 3,
    VideoCaptureAllowedUrls: [origin],
    AudioCaptureAllowedUrls: [origin],
    ScreenCaptureAllowedByOrigins: [origin],
    IncognitoModeAvailability: 1,
    AllowFileSelectionDialogs: false,
    DefaultFileSystemReadGuardSetting: 2,
    DefaultFileSystemWriteGuardSetting: 2,
    // Other addresses stay allowed: the wizard's login opens the organization's identity provider.
    URLBlocklist: ['file://*', 'chrome://*', 'chrome-untrusted://*', 'view-source:*', 'data:*'],
  };
}
