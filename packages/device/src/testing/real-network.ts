import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { NetworkManager } from '../system/linux/network-manager.ts';
import { findProgram } from '../system/linux/programs.ts';
import { eventually } from './wait.ts';

const SCRIPT = join(import.meta.dirname, 'network-namespace.sh');
const GATEWAY_ANSWERS = new URL('./gateway-answers.ts', import.meta.url).pathname;
/** Folder with unpacked packages that may not be installed (tooling/lib/unpacked.mjs). */
const UNPACKED = join(import.meta.dirname, '../../../../node_modules/.cache/debian');
const LIBRARIES = ['lib', 'usr/lib'].flatMap((each) =>
  ['x86_64-linux-gnu', 'aarch64-linux-gnu'].map((machine) => join(UNPACKED, each, machine)),
);
const PATH = `${join(UNPACKED, 'usr/sbin')}:${process.env.PATH}:/usr/sbin:/sbin`;

/** Whether tests can create network namespaces here and NetworkManager is available. */
export function canHaveNetwork(): boolean {
  // Only those that are not installed are unpacked.
  const isThere = (name: string) => existsSync(join(UNPACKED, 'usr/sbin', name)) || findProgram(name) !== null;
  const found = ['NetworkManager', 'dnsmasq'].every(isThere);
  if (process.getuid?.() !== 0 || !found) return false;
  const script = 'mount -t sysfs -o ro none /sys && ip link add cable0 type veth';
  try {
    execFileSync('unshare', ['--net', '--mount', '--uts', 'sh', '-c', script], { stdio: 'ignore', env: { PATH } });
    return true;
  } catch {
    return false;
  }
}

export interface RealNetwork {
  /** NetworkManager inside the namespace. */
  readonly network: NetworkManager;
  /** Runs a program in the namespace; resolves to its output. */
  inside(program: string, ...args: readonly string[]): Promise<string>;
  /** Starts a program in the namespace. */
  start(program: string, args: readonly string[]): ChildProcess;
  /** Unplugs or plugs in the machine's cable. */
  cable(state: 'down' | 'up'): Promise<void>;
  /** The resolver configuration that the machine's programs use. */
  resolver(): Promise<string>;
  end(): Promise<void>;
}

/** A machine with the real NetworkManager in a network namespace, connected to a router by a cable. */
export async function realNetwork(folder: string): Promise<RealNetwork> {
  // The kernel kills this process with the test, and with it everything that the script started.
  const unshare = ['unshare', '--net', '--mount', '--uts', '--propagation', 'private'];
  const outer = spawn('setpriv', ['--pdeathsig', 'KILL', ...unshare, 'sh', SCRIPT, folder], {
    env: { PATH, LD_LIBRARY_PATH: LIBRARIES.join(':') },
    stdio: 'ignore',
  });
  const end = async (): Promise<void> => {
    if (outer.exitCode !== null || outer.signalCode !== null) return;
    outer.kill('SIGKILL');
    await once(outer, 'exit');
  };
  // Not stubbed, because Vitest resets stubs after each test. The test file has its own process.
  process.env.DBUS_SYSTEM_BUS_ADDRESS = `unix:path=${join(folder, 'bus')}`;
  const network = new InNamespace(join(folder, 'certificates'), () => inside(process.execPath, GATEWAY_ANSWERS));
  const isManaged = async () => (await network.state()).wired.length > 0;
  try {
    await eventually(async () => {
      if (!(await isManaged())) throw new Error('NetworkManager does not look after the cable');
    });
  } catch (error) {
    await end();
    throw error;
  }
  const entry = ['--target', String(outer.pid), '--net', '--mount', '--'];
  const inside = async (program: string, ...args: readonly string[]): Promise<string> =>
    (await promisify(execFile)('nsenter', [...entry, program, ...args], { env: { ...process.env, PATH } })).stdout;
  return {
    network,
    inside,
    start: (program, args) => spawn('nsenter', [...entry, program, ...args], { stdio: 'ignore', env: process.env }),
    cable: async (state) => {
      await inside('ip', '-n', 'router', 'link', 'set', 'lan0', state);
    },
    resolver: () => inside('cat', '/run/NetworkManager/resolv.conf'),
    end,
  };
}

/** Runs the neighbor check inside the namespace. */
class InNamespace extends NetworkManager {
  readonly #ask: () => Promise<string>;

  constructor(folder: string, ask: () => Promise<string>) {
    super(folder);
    this.#ask = ask;
  }

  override async gatewayAnswers(): Promise<boolean> {
    return (await this.#ask()).trim() === 'true';
  }
}
