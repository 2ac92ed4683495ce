import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished, vi } from 'vitest';
import { BusService } from '../system/linux/dbus.ts';
import { eventually } from './wait.ts';

/** A system bus of one test's own; the code under test finds it as it finds the machine's. */
export async function testSystemBus(): Promise<void> {
  const daemon = spawn('dbus-daemon', ['--session', '--nofork', '--nopidfile', '--print-address=1']);
  const [line] = (await once(daemon.stdout, 'data')) as [Buffer];
  onTestFinished(() => end(daemon));
  vi.stubEnv('DBUS_SYSTEM_BUS_ADDRESS', line.toString().trim());
}

/**
 * A service as python3-dbusmock has it, on a bus of its own. Debian's Python is named because that is where the package
 * puts it.
 */
async function mockService(template: string, name: string): Promise<BusService> {
  await testSystemBus();
  const program = spawn('/usr/bin/python3', ['-m', 'dbusmock', '--template', template], { stdio: 'ignore' });
  onTestFinished(() => end(program));
  const bus = await eventually(() => BusService.connect(name), 15_000);
  onTestFinished(() => bus.close());
  return bus;
}

/** systemd's service for the computer's clock. */
export function mockTimedated(): Promise<BusService> {
  return mockService('timedated', 'org.freedesktop.timedate1');
}

/** NetworkManager; `mock` calls the mock's own methods that set it up. */
export async function mockNetworkManager() {
  const bus = await mockService('networkmanager', 'org.freedesktop.NetworkManager');
  const mock = async (path: string, member: string, signature: string, ...body: unknown[]): Promise<unknown> => {
    const [result] = await bus.call(path, 'org.freedesktop.DBus.Mock', member, signature, body);
    return result;
  };
  return { bus, mock };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill();
  await once(child, 'exit');
}
