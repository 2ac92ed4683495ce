import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Hardware } from '@berth/contract/device/messages';
import { Check } from 'typebox/value';
import { expect, it, test, vi } from 'vitest';
import { testFolder } from '../../testing/folders.ts';
import { mockTimedated, testSystemBus } from '../../testing/services.ts';
import { linuxClock, linuxMachine } from './machine.ts';
import { environment } from './x-server.ts';

const YEAR_MS = 31_536_000_000;

it('describes the computer’s hardware, disk, and network', () => {
  const hardware = linuxMachine().hardware();
  expect(Check(Hardware, hardware)).toBe(true);
  expect(hardware).toMatchObject({ cores: expect.any(Number), kernel: expect.any(String), diskMb: expect.any(Number) });
  expect(hardware.diskFreeMb ?? 0).toBeLessThanOrEqual(hardware.diskMb ?? 0);
  expect(hardware.interfaces?.some(({ name }) => name === 'lo')).toBe(false);
});

it('needs a reboot after an update that requires one, or after a new kernel', async () => {
  const [run, boot] = [await testFolder(), await testFolder()];
  const machine = linuxMachine(run, boot);
  expect(machine.rebootNeeded()).toBe(false);
  await writeFile(join(run, 'reboot-required'), '');
  expect(machine.rebootNeeded()).toBe(true);
  const other = linuxMachine(await testFolder(), boot);
  expect(other.rebootNeeded()).toBe(false);
  await writeFile(join(boot, 'vmlinuz-6.12.0-2-amd64'), '');
  expect(other.rebootNeeded()).toBe(true);
});

it('checks kernels again when one is installed or the clock is set', async () => {
  const boot = await testFolder();
  await utimes(boot, 0, 0);
  const { rebootNeeded } = linuxMachine(await testFolder(), boot);
  expect([rebootNeeded(), rebootNeeded()]).toEqual([false, false]);
  await writeFile(join(boot, 'vmlinuz-6.12.0-2-amd64'), '');
  await utimes(boot, 1, 1);
  expect([rebootNeeded(), rebootNeeded()]).toEqual([true, true]);
  // The clock is set: the computer booted long after the kernel was installed.
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + YEAR_MS);
  expect(rebootNeeded()).toBe(false);
  clock.mockRestore();
  expect(rebootNeeded()).toBe(true);
});

const NAME = 'org.freedesktop.timedate1';

test('sets the time zone for the computer and for the agent’s clock', async () => {
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

test('rejects without systemd and changes nothing', async () => {
  vi.stubEnv('TZ', 'UTC');
  await testSystemBus();
  const clock = linuxClock();
  await expect(clock.setZone('Asia/Tokyo')).rejects.toThrow();
  expect(clock.zone()).toBe('UTC');
});
