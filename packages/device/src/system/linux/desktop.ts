import { chown, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
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
  type BrowserExtension,
  type BrowserLaunch,
  CertificateRefused,
  type RdpLaunch,
  type Running,
  type RunningRdp,
} from '../ports/programs.ts';
import { NOTICE_PLACES } from '../ports/windows.ts';
import { readable, SharedAccessibilityBus } from './accessibility-bus.ts';
import type { Account } from './accounts.ts';
import {
  browserArguments,
  prepareBrowserFolder,
  unseenArguments,
  writeInertOpeners,
  writePolicies,
} from './chromium.ts';
import { offerClipboard, readClipboard } from './clipboard.ts';
import type { BrowserStart, DesktopOptions, DesktopStart, Opened } from './desktop-options.ts';
import { installExtension } from './extension-install.ts';
import { isTouchOnly, onPlugged } from './input-devices.ts';
import { arrangeOutputs, windowPlaces } from './monitors.ts';
import { startOnboard } from './onboard.ts';
import { findProgram, startProgram } from './programs.ts';
import { rdpCommand } from './rdp.ts';
import { checkRdpCertificate } from './rdp-certificate.ts';
import { hasScreenReader, startScreenReader } from './screen-reader.ts';
import { startScreenServer } from './screen-server.ts';
import { barScale, startOpenbox, WindowManager } from './window-manager.ts';
import { XConnection } from './x-connection.ts';
import { environment, listMonitors, setKeyboardLayout, startXorg, startXvfb } from './x-server.ts';
import { XWindows } from './x-windows.ts';

/** Null where no browser is installed: the machine runs, but shows nothing. */
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
  const scale = barScale([x.screen]);
  const manager = await startOpenbox(server.display, await options.accounts.sharedFolder('openbox'), scale);
  const parts = [manager, server.running];
  const lost = Promise.race([x.closed, ...parts.map(({ exited }) => exited)]).then(() => {});
  return LinuxDesktop.on(x, {
    ...options,
    chromium,
    display: server.display,
    serverPid: server.running.pid,
    managerScale: scale,
    parts,
    lost,
  });
}

async function openJoined(options: DesktopOptions, chromium: string): Promise<Desktop> {
  const display = process.env.DISPLAY;
  if (!display) throw new Error('There is no screen: set DISPLAY, or start the machine with --headless.');
  const x = await XConnection.open(display);
  return LinuxDesktop.on(x, {
    ...options,
    chromium,
    display,
    serverPid: null,
    managerScale: null,
    parts: [],
    lost: x.closed,
  });
}

/** The home browser's own texts; only the name of the captured screen is visible. */
const ENGLISH = { LANGUAGE: 'en' };

/** What Chromium fills a window with before it paints one itself. */
const DARK = { GTK_THEME: 'Adwaita:dark' };

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
  readonly #installing = new Map<BrowserLaunch['kind'], Promise<void>>();
  /** Holds the text that was put into the clipboard. */
  #clipboard: Running | null = null;
  /** Window classes of remote desktops. */
  readonly #remotes = new Set<string>();
  readonly #bus: SharedAccessibilityBus;
  /** Null: another program's. */
  readonly #manager: WindowManager | null;

  private constructor(x: XConnection, windows: XWindows, opened: Opened) {
    this.name = opened.display;
    this.serverPid = opened.serverPid;
    this.windows = windows;
    this.lost = opened.lost;
    this.#x = x;
    this.#opened = opened;
    this.#bus = new SharedAccessibilityBus(opened.display, opened.accounts);
    this.#manager = opened.managerScale === null ? null : this.#managerOf(opened.managerScale);
    if (this.#manager) windows.onChange(() => this.#leaveAltTab());
  }

  #managerOf(scale: number): WindowManager {
    const { accounts, log } = this.#opened;
    const reconfigure = () => this.#x.reconfigureManager();
    return new WindowManager({ folder: () => accounts.sharedFolder('openbox'), reconfigure, scale, log });
  }

  /** A remote desktop in front cycles its own windows. */
  #leaveAltTab(): void {
    const front = this.windows.list().find(({ id }) => id === this.windows.active());
    void this.#manager?.change({ altTab: front && this.#remotes.has(front.className) ? 'inside' : 'machine' });
  }

  static async on(x: XConnection, opened: Opened): Promise<LinuxDesktop> {
    return new LinuxDesktop(x, await XWindows.watch(x, opened.display, opened.managerScale !== null), opened);
  }

  async openBrowser(launch: BrowserLaunch): Promise<Running> {
    const { accounts, homeArguments, log } = this.#opened;
    const account = launch.kind === 'home' ? accounts.home : accounts.session;
    const folder = await accounts.folder(account, launch.folder);
    const start = await this.#startOf(launch, account, folder);
    // It is installed by policy.
    const extension = this.hasExtensions ? launch.extension : null;
    if (extension) {
      await this.#install(extension, launch.kind, start).catch((error: unknown) => {
        if (extension.isRequired) throw error;
        log.warn({ folder: launch.folder, error: String(error) }, 'this browser runs without its extension');
      });
    }
    const made = await prepareBrowserFolder(folder, launch);
    if (account) for (const path of made) await chown(path, account.uid, account.gid);
    const url = extension?.startPage(launch.url) ?? launch.url;
    const isNotice = Object.hasOwn(NOTICE_PLACES, launch.className);
    const scale = isNotice ? this.windows.scaleNotice(launch.className, launch.scale) : launch.scale;
    const args = browserArguments({ ...launch, url, scale }, folder, [
      ...(launch.folder === 'home' ? homeArguments : []),
      // From the first page on, not only after the screen reader's first request.
      ...(this.#bus.address === null ? [] : ['--force-renderer-accessibility']),
      // Chromium refuses to run as root with its sandbox; as root there is normally another user (findAccounts).
      ...(account === null && isRoot ? ['--no-sandbox'] : []),
    ]);
    return this.#start({ ...start, args });
  }

  async prepareBrowser(launch: BrowserLaunch): Promise<void> {
    const { session: account, sharedFolder } = this.#opened.accounts;
    if (!this.hasExtensions || !launch.extension) return;
    const folder = join(await sharedFolder('prepared'), launch.kind);
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { mode: 0o700 });
    if (account) await chown(folder, account.uid, account.gid);
    try {
      await this.#install(launch.extension, launch.kind, await this.#startOf(launch, account, folder));
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  }

  /** One after the other for each kind: the first makes what the others take a copy of. */
  #install(extension: BrowserExtension, kind: BrowserLaunch['kind'], start: BrowserStart): Promise<void> {
    const before = this.#installing.get(kind) ?? Promise.resolve();
    const turn = before
      .catch(() => {})
      .then(async () => {
        const { account, home: folder } = start;
        const templates = join(await this.#opened.accounts.sharedFolder('templates'), kind);
        const unseen = (page: string) => this.#start({ ...start, args: unseenArguments(folder, page) });
        await installExtension({ extension, folder, account, templates, start: unseen });
      });
    this.#installing.set(kind, turn);
    return turn;
  }

  async #startOf(launch: BrowserLaunch, account: Account | null, folder: string): Promise<BrowserStart> {
    const { accounts, chromium, log } = this.#opened;
    if (!isRoot) log.warn({ folder: launch.folder }, 'policies need root: this browser runs without them');
    const policies = isRoot ? await accounts.sharedFolder(`policies-${launch.folder}`) : null;
    const bind = policies === null ? undefined : await writePolicies(policies, this.#policiesOf(launch));
    const openers = await writeInertOpeners(await accounts.sharedFolder('openers'));
    const more = {
      PATH: `${openers}:${this.#env(folder).PATH}`,
      ...(launch.kind === 'home' ? ENGLISH : {}),
      ...(launch.darkTheme ? DARK : {}),
      ...(this.#bus.address === null ? {} : readable(this.#bus.address)),
    };
    const isolated = isRoot && launch.kind !== 'home';
    // Its sandbox is a setuid program where the system allows ordinary users no namespaces.
    const rights = { isolated, gainsRights: true };
    return { program: chromium, account, home: folder, bind, more, ...rights };
  }

  // No developer tools on the home screen unless the agent was started for debugging.
  #policiesOf({ kind, policies }: BrowserLaunch): Readonly<Record<string, unknown>> {
    const isDebugged = this.#opened.homeArguments.some((argument) => argument.startsWith('--remote-debugging'));
    return kind === 'home' && !isDebugged ? { DeveloperToolsAvailability: 2, ...policies } : policies;
  }

  async openRdp(launch: RdpLaunch): Promise<RunningRdp> {
    const three = findProgram('xfreerdp3');
    const program = three ?? findProgram('xfreerdp');
    if (!program) throw new Error('FreeRDP is not installed.');
    const account = this.#opened.accounts.session;
    const folder = await this.#opened.accounts.folder(account, 'rdp');
    const checked = await checkRdpCertificate(launch.host, launch.trust);
    if (checked.kind === 'refused') throw new CertificateRefused(checked.certificate);
    const { args, input } = rdpCommand(launch, three ? 3 : 2, checked.kind === 'trusted' ? checked.fingerprint : null);
    this.#remotes.add(launch.className);
    const running = this.#start({ program, args, account, home: folder, input, isolated: isRoot });
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
    // The terminal would be root's: it asks for a login.
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
    // Loaded where an administrator looks at the screen.
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
      // Chromium would start its own bus without one.
      DBUS_SESSION_BUS_ADDRESS: 'disabled:',
      ...(process.env.XAUTHORITY ? { XAUTHORITY: process.env.XAUTHORITY } : {}),
    };
  }
}

const isRoot = process.getuid?.() === 0;
