import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { person, READER as READS, startSlapd } from '@berth/testing/slapd';
import { startSystemBus } from '@berth/testing/system-bus';
import { onTestFinished, vi } from 'vitest';
import { BusService } from '../system/linux/dbus.ts';
import { testFolder } from './folders.ts';
import { eventually } from './wait.ts';

/** Starts a system bus for one test, which the code under test uses. */
export async function testSystemBus() {
  const bus = await startSystemBus();
  onTestFinished(bus.dispose);
  vi.stubEnv('DBUS_SYSTEM_BUS_ADDRESS', bus.env.DBUS_SYSTEM_BUS_ADDRESS);
  return bus;
}

/** Starts a python3-dbusmock service. */
async function mockService(template: string, name: string): Promise<BusService> {
  const { mock } = await testSystemBus();
  mock(template);
  const bus = await eventually(() => BusService.connect(name), 15_000);
  onTestFinished(() => bus.close());
  return bus;
}

/** systemd's service for the computer's clock. */
export function mockTimedated(): Promise<BusService> {
  return mockService('timedated', 'org.freedesktop.timedate1');
}

/** A mocked NetworkManager; `mock` calls the methods that configure the mock. */
export async function mockNetworkManager() {
  const bus = await mockService('networkmanager', 'org.freedesktop.NetworkManager');
  const mock = async (path: string, member: string, signature: string, ...body: unknown[]): Promise<unknown> => {
    const [result] = await bus.call(path, 'org.freedesktop.DBus.Mock', member, signature, body);
    return result;
  };
  return { bus, mock };
}

/** Starts PulseAudio for one test, with these modules. Resolves to its address. */
export async function testPulseaudio(...devices: readonly string[]): Promise<string> {
  const folder = await testFolder();
  const socket = join(folder, 'native');
  const modules = [`module-native-protocol-unix socket=${socket} auth-anonymous=1`, ...devices];
  const server = spawn(
    'pulseaudio',
    [
      '-n',
      '--daemonize=no',
      '--exit-idle-time=-1',
      '--use-pid-file=no',
      '--disable-shm=yes',
      ...modules.flatMap((module) => ['--load', module]),
    ],
    { stdio: 'ignore', env: { PATH: process.env.PATH, HOME: folder, XDG_RUNTIME_DIR: folder } },
  );
  onTestFinished(async () => {
    if (server.exitCode !== null) return;
    server.kill();
    await once(server, 'exit');
  });
  await eventually(() => access(socket), 15_000);
  return `unix:${socket}`;
}

/** The directory's read account, as in a profile. */
export const READER = { 'bind-dn': READS.dn, 'bind-password': READS.password };

/** Starts a directory with these users (passwords by name) until the test ends. Returns its address. */
export async function testDirectory(people: Readonly<Record<string, string>>): Promise<string> {
  const slapd = await startSlapd(Object.entries(people).map(([uid, password]) => person(uid, { password })));
  onTestFinished(slapd.stop);
  return slapd.url;
}
