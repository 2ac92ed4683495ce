import { expect, test, vi } from 'vitest';
import { mockTimedated, testSystemBus } from '../../testing/system-bus.ts';
import { linuxClock } from './clock.ts';
import { environment } from './x-server.ts';

const NAME = 'org.freedesktop.timedate1';

test('a zone is set for the whole computer, and the agent’s own clock follows; programs read the computer’s', async () => {
  vi.stubEnv('TZ', 'UTC');
  const bus = await mockTimedated();
  const clock = linuxClock();
  expect(clock.zone()).toBe('UTC');
  await clock.setZone('Asia/Tokyo');
  expect((await bus.properties('/org/freedesktop/timedate1', NAME)).Timezone).toBe('Asia/Tokyo');
  expect(clock.zone()).toBe('Asia/Tokyo');
  expect(new Date(0).getHours()).toBe(9);
  expect(environment().TZ).not.toBe('Asia/Tokyo');
});

test('without systemd nothing changes, and whoever asked hears of it', async () => {
  vi.stubEnv('TZ', 'UTC');
  await testSystemBus();
  const clock = linuxClock();
  await expect(clock.setZone('Asia/Tokyo')).rejects.toThrow();
  expect(clock.zone()).toBe('UTC');
});
