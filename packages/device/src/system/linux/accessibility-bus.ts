import { chmod, chown, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import dbus from 'dbus-next';
import type { Running } from '../ports/programs.ts';
import type { Account, Accounts } from './accounts.ts';
import { writeOwnedFile } from './owned-files.ts';
import { type Bind, findProgram, startProgram } from './programs.ts';
import { environment, firstLine } from './x-server.ts';

interface AccessibilityBusOptions {
  readonly display: string;
  /** The user that the bus runs as. A program that reads the screen can also type on it. */
  readonly account: Account | null;
  /** Other users whose programs may connect. */
  readonly read: readonly Account[];
  /** Folder of its configuration. */
  readonly folder: string;
  /** A folder that all users can enter, for the socket. */
  readonly busFolder: string;
}

/** The AT-SPI bus on which browsers describe their contents to a screen reader and to the on-screen keyboard. */
interface AccessibilityBus extends Running {
  /** The bus address for a browser's environment. */
  readonly address: string;
}

export const REGISTRY = '/usr/libexec/at-spi2-registryd';

const { Interface } = dbus.interface;

/** Replies that the caller's bus is also the one for screen readers (at-spi2-core's org.a11y.Bus). */
class Bus extends Interface {
  readonly #address: string;

  constructor(address: string) {
    super('org.a11y.Bus');
    this.#address = address;
  }

  GetAddress(): string {
    return this.#address;
  }
}
Bus.configureMembers({ methods: { GetAddress: { inSignature: '', outSignature: 's' } } });

/** Browsers describe what they show only if this reports a listener. */
class Status extends Interface {
  IsEnabled = true;
  ScreenReaderEnabled = true;

  constructor() {
    super('org.a11y.Status');
  }
}
Status.configureMembers({
  properties: { IsEnabled: { signature: 'b' }, ScreenReaderEnabled: { signature: 'b' } },
});

/** Exports both interfaces on a bus, until the resolved function is called. */
async function announceAccessibility(address: string): Promise<() => void> {
  const bus = dbus.sessionBus({ busAddress: address });
  // The connection ends with the bus.
  bus.on('error', () => {});
  await bus.requestName('org.a11y.Bus', 0);
  bus.export('/org/a11y/bus', new Bus(address));
  bus.export('/org/a11y/bus', new Status());
  return () => bus.disconnect();
}

/**
 * Environment of a browser on the bus. The browser runs as another user than the screen reader: without a runtime
 * folder, Chromium opens no private connection, which only its own user could reach, and uses the bus.
 */
export const readable = (address: string) => ({ DBUS_SESSION_BUS_ADDRESS: address, XDG_RUNTIME_DIR: '/nonexistent' });

/**
 * The accessibility bus. It starts with the first program that uses it and ends with the last program and browser on it: a
 * browser crashes when its bus ends, and its person would lose the page.
 */
export class SharedAccessibilityBus {
  readonly #display: string;
  readonly #accounts: Accounts;
  #bus: AccessibilityBus | null = null;
  #starting: Promise<AccessibilityBus> | null = null;
  #programs = 0;
  /** Whether the last program ended by itself: it starts again, and browsers that start before it need the bus, too. */
  #isAwaited = false;
  #browsers = 0;

  constructor(display: string, accounts: Accounts) {
    this.#display = display;
    this.#accounts = accounts;
  }

  /** Null while no program uses the bus. */
  async address(): Promise<string | null> {
    return this.#programs === 0 && !this.#isAwaited ? null : (await this.#open()).address;
  }

  /** Starts a program that uses the bus. */
  async use<Program extends Running>(start: (address: string) => Promise<Program>): Promise<Program> {
    this.#programs += 1;
    try {
      const bus = await this.#open();
      const program = await start(bus.address);
      void program.exited.then(({ isStopped }) => this.#leave(isStopped !== true || this.#bus !== bus));
      // Without its bus, it would stay and do nothing.
      void bus.exited.then(() => program.stop());
      return program;
    } catch (error) {
      this.#leave(true);
      throw error;
    }
  }

  /** Call with each browser that was started with the address. */
  keepFor(browser: Running): void {
    this.#browsers += 1;
    void browser.exited.then(() => {
      this.#browsers -= 1;
      this.#settle();
    });
  }

  async stop(): Promise<void> {
    const bus = this.#bus;
    this.#bus = null;
    await bus?.stop();
  }

  #leave(isAwaited: boolean): void {
    this.#programs -= 1;
    this.#isAwaited = isAwaited;
    this.#settle();
  }

  #settle(): void {
    if (this.#programs === 0 && !this.#isAwaited && this.#browsers === 0) void this.stop();
  }

  async #open(): Promise<AccessibilityBus> {
    if (this.#bus) return this.#bus;
    this.#starting ??= this.#start().finally(() => {
      this.#starting = null;
    });
    const bus = await this.#starting;
    this.#bus = bus;
    void bus.exited.then(() => {
      if (this.#bus === bus) this.#bus = null;
    });
    return bus;
  }

  async #start(): Promise<AccessibilityBus> {
    const { keyboard: account, home, session } = this.#accounts;
    return startAccessibilityBus({
      display: this.#display,
      account,
      read: [home, session].filter((each) => each !== null),
      folder: await this.#accounts.folder(account, 'reader'),
      busFolder: await this.#accounts.sharedFolder('reader-bus'),
    });
  }
}

/** Starts the bus and its registry. */
async function startAccessibilityBus(options: AccessibilityBusOptions): Promise<AccessibilityBus> {
  const { account, display } = options;
  const program = findProgram('dbus-daemon');
  if (!program) throw new Error('D-Bus is not installed.');
  const daemon = startProgram({
    program,
    args: [`--config-file=${await writeBusConfig(options)}`, '--nofork', '--nopidfile', '--print-address=3'],
    env: environment(),
    account,
    pipes: 1,
    bind: await namesOfUsers(options),
  });
  try {
    const announced = daemon.child.stdio[3] as Readable;
    const address = await firstLine(announced);
    announced.destroy();
    if (address === '') throw new Error('The accessibility bus does not start.');
    const env = { ...environment(), DISPLAY: display, DBUS_SESSION_BUS_ADDRESS: address, AT_SPI_BUS_ADDRESS: address };
    const registry = startProgram({ program: REGISTRY, args: [], env, account });
    const withdraw = await announceAccessibility(address);
    void daemon.exited.then(() => {
      withdraw();
      void registry.stop();
    });
    // A new registry would know none of the programs on the bus.
    void registry.exited.then(() => daemon.stop());
    const stop = async () => void (await Promise.all([registry.stop(), daemon.stop()]));
    return { pid: daemon.pid, exited: daemon.exited, address, stop };
  } catch (error) {
    await daemon.stop();
    throw error;
  }
}

/** Configures one bus as session bus and accessibility bus, without activation of other programs. */
async function writeBusConfig({ account, read, folder, busFolder }: AccessibilityBusOptions): Promise<string> {
  const socketFolder = join(busFolder, 'socket');
  await mkdir(socketFolder, { recursive: true });
  await chmod(socketFolder, 0o755);
  if (account) await chown(socketFolder, account.uid, account.gid);
  await writeOwnedFile(
    folder,
    'bus.conf',
    `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN" "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <auth>EXTERNAL</auth>
  <listen>unix:path=${join(socketFolder, 'bus')}</listen>
  <policy context="default">
    <allow user="root"/>
${read.map(({ uid }) => `    <allow user="${uid}"/>`).join('\n')}
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
`,
    account,
  );
  return join(folder, 'bus.conf');
}

const PASSWD = '/etc/passwd';

/** D-Bus policies require user names. Dynamic users without a passwd entry get one for the bus only. */
async function namesOfUsers({ account, read, folder }: AccessibilityBusOptions): Promise<Bind | undefined> {
  const passwd = await readFile(PASSWD, 'utf8');
  const nameless = read.filter(({ uid }) => !passwd.includes(`:x:${uid}:`));
  if (nameless.length === 0) return undefined;
  const entries = nameless.map(({ uid, gid }) => `reader-${uid}:x:${uid}:${gid}::/nonexistent:/usr/sbin/nologin\n`);
  await writeOwnedFile(folder, 'passwd', `${passwd.trimEnd()}\n${entries.join('')}`, account);
  return { folder: join(folder, 'passwd'), over: PASSWD };
}
