import { afterEach, expect, test, vi } from 'vitest';
import type { BusService } from './dbus.ts';
import { bringUp } from './nm-connections.ts';

let clock = 0;
vi.mock('node:timers/promises', () => ({
  setTimeout: async (ms: number) => {
    clock += ms;
  },
}));
afterEach(() => vi.restoreAllMocks());

const ACTIVATING = 1;

test('gives up on a network after one minute and leaves nothing behind', async () => {
  vi.spyOn(performance, 'now').mockImplementation(() => clock);
  const deleted: string[] = [];
  // This NetworkManager activates forever; the real one gives up within a minute.
  const bus = {
    call: async (path: string, _name: string, method: string) => {
      if (method === 'Delete') deleted.push(path);
      return [method === 'ActivateConnection' ? '/active/1' : '/settings/1'];
    },
    properties: async () => ({ State: ACTIVATING }),
  } as unknown as BusService;
  await expect(bringUp(bus, {}, '/devices/1')).rejects.toThrow('did not take the machine in');
  expect(clock).toBe(60_000);
  expect(deleted).toEqual(['/settings/1']);
});
