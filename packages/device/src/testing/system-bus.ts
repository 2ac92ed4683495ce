import { startSystemBus } from '@berth/testing/system-bus';
import { onTestFinished, vi } from 'vitest';
import { BusService } from '../system/linux/dbus.ts';
import { eventually } from './wait.ts';

/** A system bus of one test's own; the code under test finds it as it finds the machine's. */
export async function testSystemBus() {
  const bus = await startSystemBus();
  onTestFinished(bus.dispose);
  vi.stubEnv('DBUS_SYSTEM_BUS_ADDRESS', bus.env.DBUS_SYSTEM_BUS_ADDRESS);
  return bus;
}

/** A service as python3-dbusmock has it, on a bus of its own. */
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

/** NetworkManager; `mock` calls the mock's own methods that set it up. */
export async function mockNetworkManager() {
  const bus = await mockService('networkmanager', 'org.freedesktop.NetworkManager');
  const mock = async (path: string, member: string, signature: string, ...body: unknown[]): Promise<unknown> => {
    const [result] = await bus.call(path, 'org.freedesktop.DBus.Mock', member, signature, body);
    return result;
  };
  return { bus, mock };
}
