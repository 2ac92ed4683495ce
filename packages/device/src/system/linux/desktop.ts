import type { RemoteMode, RemoteMonitor } from '@berth/contract/device/remote';
import type { KeyboardLayout } from '@berth/contract/profile/keyboard-layouts';
import type {
  ChordKey,
  Desktop,
  DesktopHost,
  KeyAids,
  MonitorPlan,
  ScreenReader,
  ScreenServer,
} from '../ports/desktop.ts';
import {
  type BrowserLaunch,
  CertificateError,
  type RdpLaunch,
  type Running,
  type RunningRdp,
} from '../ports/programs.ts';
import { NOTICE_PLACES } from '../ports/windows.ts';
import { SharedAccessibilityBus } from './accessibility-bus.ts';
import { BRAND, middles, readBitmap } from './brand.ts';
import { Browsers } from './browsers.ts';
import { offerClipboard, readClipboard } from './clipboard.ts';
import type { DesktopOptions, DesktopStart, Opened } from './desktop-options.ts';
import { isTouchOnly, onPlugged } from './input-devices.ts';
import { KeptProgram } from './kept-program.ts';
import { arrangeOutputs, windowPlaces } from './monitors.ts';
import { startOnboard } from './onboard.ts';
import { pointerHider } from './pointer.ts';
import { findProgram, startProgram } from './programs.ts';
import { rdpCommand } from './rdp.ts';
import { checkRdpCertificate } from './rdp-certificate.ts';
import { hasScreenReader, startScreenReader } from './screen-reader.ts';
import { startScreenServer } from './screen-server.ts';
import { barScale, prepareOpenbox, WindowManager } from './window-manager.ts';
import { XConnection } from './x-connection.ts';
import { environment, listMonitors, setKeyboardLayout, startXorg, startXvfb } from './x-server.ts';
import { XWindows } from './x-windows.ts';

/** Null if no browser is installed: the machine then shows nothing. */
export function desktopHost(options: DesktopOptions): DesktopHost | null {
  const chromium = findProgram('chromium', 'chromium-browser', 'google-chrome');
  if (!chromium) {
    options.log.warn({}, 'Chromium is not installed: this machine has no screen');
    return null;
  }
  return {
    open: () => (options.mode === 'joined' ? openJoined(options, chromium) : openOurs(options, chromium)),
    clear: () => options.accounts.clear(),
  };
}

async function openOurs(options: DesktopOptions, chromium: string): Promise<Desktop> {
  const server = await (options.mode === 'own' ? startXorg() : startXvfb(options.size));
  const x = await XConnection.open(server.display);
  const hideBrand = options.mode === 'own' ? await showBrand(x, server.display, options.log) : null;
  const scale = barScale([x.screen]);
  const { accounts, log } = options;
  const openbox = await prepareOpenbox(server.display, await accounts.sharedFolder('openbox'), scale);
  const manager = new KeptProgram({ name: 'the window manager', start: openbox, log });
  const lost = Promise.race([x.closed, server.running.exited]).then(() => {});
  await x.parkPointer();
  const hider = pointerHider(server.display, accounts.keyboard);
  const pointer = hider && new KeptProgram({ name: 'the program that hides the pointer', start: hider, log });
  const kept = pointer ? [pointer, manager] : [manager];
  // They end with the X server, and are not to start again without it.
  void lost.then(() => kept.map((each) => each.stop()));
  const desktop = await LinuxDesktop.on(x, {
    ...options,
    chromium,
    display: server.display,
    serverPid: server.running.pid,
    manager: { program: manager, scale },
    parts: [...kept, server.running],
    lost,
  });
  if (hideBrand) hideAtFirstWindow(desktop.windows, hideBrand, options.log);
  return desktop;
}

/** Until the first window is there, the screen shows what it has shown since the boot loader. Returns what ends that. */
async function showBrand(x: XConnection, display: string, log: DesktopOptions['log']) {
  try {
    const brand = await readBitmap(BRAND);
    if (!brand) return null;
    const monitors = await listMonitors({ ...environment(), DISPLAY: display });
    const places = middles(brand, monitors.length > 0 ? monitors : [{ x: 0, y: 0, ...x.screen }]);
    const shown = await Promise.all(places.map((place) => x.showPicture(brand, place)));
    return async () => void (await Promise.all(shown.map((hide) => hide())));
  } catch (error) {
    log.warn({ err: error }, 'the brand is not shown');
    return null;
  }
}

/** The window manager puts its windows below those that were there before it. */
function hideAtFirstWindow(windows: XWindows, hide: () => Promise<void>, log: DesktopOptions['log']): void {
  let isShown = true;
  windows.onChange(() => {
    if (!isShown || windows.list().length === 0) return;
    isShown = false;
    hide().catch((error: unknown) => log.warn({ err: error }, 'the brand is not hidden'));
  });
}

async function openJoined(options: DesktopOptions, chromium: string): Promise<Desktop> {
  const display = process.env.DISPLAY;
  if (!display) throw new Error('No screen: set DISPLAY, or start the machine with --headless.');
  const x = await XConnection.open(display);
  return LinuxDesktop.on(x, {
    ...options,
    chromium,
    display,
    serverPid: null,
    manager: null,
    parts: [],
    lost: x.closed,
  });
}

class LinuxDesktop implements Desktop {
  readonly name: string;
  readonly serverPid: number | null;
  readonly windows: XWindows;
  readonly hasExtensions = isRoot;
  readonly hasScreenReader = hasScreenReader();
  readonly lost: Promise<void>;
  readonly #x: XConnection;
  readonly #opened: Opened;
  readonly #programs = new Set<Running>();
  readonly #browsers: Browsers;
  /** The program that holds the clipboard's text. */
  #clipboard: Running | null = null;
  /** Window classes of remote desktops. */
  readonly #remotes = new Set<string>();
  readonly #bus: SharedAccessibilityBus;
  /** Null: another window manager runs. */
  readonly #manager: WindowManager | null;

  private constructor(x: XConnection, windows: XWindows, opened: Opened) {
    this.name = opened.display;
    this.serverPid = opened.serverPid;
    this.windows = windows;
    this.lost = opened.lost;
    this.#x = x;
    this.#opened = opened;
    this.#bus = new SharedAccessibilityBus(opened.display, opened.accounts);
    this.#browsers = new Browsers(opened, {
      hasExtensions: this.hasExtensions,
      path: this.#env('/').PATH,
      accessibilityBus: this.#bus,
      scaleOf: ({ className, scale }) =>
        Object.hasOwn(NOTICE_PLACES, className) ? windows.scaleNotice(className, scale) : scale,
      start: (start) => this.#start(start),
    });
    this.#manager = opened.manager && this.#managerOf(opened.manager.scale);
    opened.manager?.program.onEnded(() => void windows.managerEnded().catch(() => {}));
    if (this.#manager) windows.onChange(() => this.#leaveAltTab());
  }

  #managerOf(scale: number): WindowManager {
    const { accounts, log } = this.#opened;
    const reconfigure = () => this.#x.reconfigureManager();
    return new WindowManager({ folder: () => accounts.sharedFolder('openbox'), reconfigure, scale, log });
  }

  /** While a remote desktop is in front, Alt+Tab cycles its own windows. */
  #leaveAltTab(): void {
    const front = this.windows.list().find(({ id }) => id === this.windows.active());
    void this.#manager?.change({ altTab: front && this.#remotes.has(front.className) ? 'inside' : 'machine' });
  }

  static async on(x: XConnection, opened: Opened): Promise<LinuxDesktop> {
    return new LinuxDesktop(x, await XWindows.watch(x, opened.display, opened.manager !== null), opened);
  }

  openBrowser(launch: BrowserLaunch): Promise<Running> {
    return this.#browsers.open(launch);
  }

  prepareBrowser(launch: BrowserLaunch): Promise<void> {
    return this.#browsers.prepare(launch);
  }

  async openRdp(launch: RdpLaunch): Promise<RunningRdp> {
    const three = findProgram('xfreerdp3');
    const program = three ?? findProgram('xfreerdp');
    if (!program) throw new Error('FreeRDP is not installed.');
    const account = this.#opened.accounts.session;
    const folder = await this.#opened.accounts.folder(account, 'rdp');
    const checked = await checkRdpCertificate(launch.host, launch.trust);
    if (checked.kind === 'refused') throw new CertificateError(checked.certificate);
    const { args, input } = rdpCommand(launch, three ? 3 : 2, checked.kind === 'trusted' ? checked.fingerprint : null);
    this.#remotes.add(launch.className);
    const isolated = isRoot;
    const running = this.#start({ program, args, account, home: folder, input, isolated, tellsKills: isolated });
    return { ...running, isTrusted: checked.kind === 'trusted' };
  }

  async setKeyboardLayout(layout: KeyboardLayout): Promise<void> {
    await setKeyboardLayout(this.name, layout);
    await this.windows.followLayout();
  }

  setKeyAids(aids: KeyAids): Promise<void> {
    return this.#x.setKeyAids(aids);
  }

  isTouchOnly(): Promise<boolean> {
    return isTouchOnly(this.#opened.inputDevices);
  }

  onPlugged(listener: () => void): () => void {
    return onPlugged(listener);
  }

  async openKeyboard(comesByItself: boolean): Promise<Running> {
    const { keyboard: account } = this.#opened.accounts;
    const folder = await this.#opened.accounts.folder(account, 'keyboard');
    const options = { display: this.name, screen: this.#x.screen, account, folder };
    const start = (bus: string | null) => startOnboard({ ...options, bus });
    const running = await (comesByItself ? this.#bus.use(start) : start(null));
    this.#keep(running);
    return running;
  }

  async openScreenReader(language: string): Promise<ScreenReader> {
    const { keyboard: account } = this.#opened.accounts;
    const folder = await this.#opened.accounts.folder(account, 'reader');
    const reader = await this.#bus.use((bus) =>
      startScreenReader({ display: this.name, account, folder, bus }, language),
    );
    this.#keep(reader);
    return reader;
  }

  async openTerminal(): Promise<Running> {
    const program = findProgram('x-terminal-emulator', 'xterm');
    if (!program) throw new Error('No terminal is installed.');
    // As root, the terminal asks for a login instead of opening a root shell.
    return this.#start({ program, args: isRoot ? ['-e', 'login'] : [], account: null, home: '/' });
  }

  openScreenServer(password: string, mode: RemoteMode): Promise<ScreenServer> {
    const start = (program: string, args: readonly string[]) =>
      this.#start({ program, args, account: null, home: '/' });
    return startScreenServer(this.name, password, mode, start);
  }

  async arrangeMonitors(plan: MonitorPlan): Promise<void> {
    try {
      await arrangeOutputs(this.#env('/'), plan);
    } finally {
      await this.#x.measure();
      const monitors = await this.monitors();
      await this.#manager?.change({ scale: barScale(monitors.length > 0 ? monitors : [this.#x.screen]) });
      await this.windows.keepPlaces(windowPlaces(monitors, plan));
    }
  }

  onMonitors(listener: () => void): void {
    this.#x.onMonitors(listener);
  }

  monitors(): Promise<readonly RemoteMonitor[]> {
    return listMonitors(this.#env('/'));
  }

  async screenshot(): Promise<(quality: number) => Buffer> {
    // Loaded only when an administrator looks at the screen.
    const { takeScreenshot } = await import('./screenshot.ts');
    return takeScreenshot(this.#x);
  }

  readClipboard(): Promise<string> {
    return readClipboard(this.#env('/'));
  }

  async writeClipboard(text: string): Promise<void> {
    const before = this.#clipboard;
    this.#clipboard = offerClipboard(text, (wanted) => this.#start({ ...wanted, account: null, home: '/' }));
    await before?.stop();
  }

  idleMs(): Promise<number> {
    return this.#x.idleMs();
  }

  cover(color: number): Promise<() => Promise<void>> {
    return this.#x.cover(color);
  }

  blank(): Promise<void> {
    return this.#x.blank();
  }

  onChord(key: ChordKey, listener: () => void): Promise<() => Promise<void>> {
    return this.#x.onChord(key, listener);
  }

  clearSessions(): Promise<void> {
    return this.#opened.accounts.clearSessions();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#programs].map((program) => program.stop()));
    await this.#bus.stop();
    this.#x.close();
    for (const part of this.#opened.parts) await part.stop();
  }

  #start({ home, more, ...start }: DesktopStart): Running {
    const running = startProgram({ ...start, env: { ...this.#env(home), ...more } });
    this.#keep(running);
    return running;
  }

  #keep(running: Running): void {
    this.#programs.add(running);
    void running.exited.then(() => this.#programs.delete(running));
  }

  #env(home: string): Record<string, string> & { readonly PATH: string } {
    return {
      ...environment(),
      DISPLAY: this.name,
      HOME: home,
      XDG_RUNTIME_DIR: home,
      // Without an address, Chromium starts its own bus.
      DBUS_SESSION_BUS_ADDRESS: 'disabled:',
      ...(process.env.XAUTHORITY ? { XAUTHORITY: process.env.XAUTHORITY } : {}),
    };
  }
}

const isRoot = process.getuid?.() === 0;
