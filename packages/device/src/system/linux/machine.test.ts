import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Hardware } from '@berth/contract/device/messages';
import { Check } from 'typebox/value';
import { expect, it, vi } from 'vitest';
import { testFolder } from '../../testing/folders.ts';
import { linuxMachine } from './machine.ts';

const YEAR_MS = 31_536_000_000;

it('says of this computer what the cloud takes, down to its disk and its network', () => {
  const hardware = linuxMachine().hardware();
  expect(Check(Hardware, hardware)).toBe(true);
  expect(hardware).toMatchObject({ cores: expect.any(Number), kernel: expect.any(String), diskMb: expect.any(Number) });
  expect(hardware.diskFreeMb ?? 0).toBeLessThanOrEqual(hardware.diskMb ?? 0);
  expect(hardware.interfaces?.some(({ name }) => name === 'lo')).toBe(false);
});

it('needs a reboot when an update says so, and when a kernel came since the boot', async () => {
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

it('looks at the kernels again when one comes, or the clock is set', async () => {
  const boot = await testFolder();
  await utimes(boot, 0, 0);
  const { rebootNeeded } = linuxMachine(await testFolder(), boot);
  expect([rebootNeeded(), rebootNeeded()]).toEqual([false, false]);
  await writeFile(join(boot, 'vmlinuz-6.12.0-2-amd64'), '');
  await utimes(boot, 1, 1);
  expect([rebootNeeded(), rebootNeeded()]).toEqual([true, true]);
  // The computer booted, as is now known, long after the kernel came.
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + YEAR_MS);
  expect(rebootNeeded()).toBe(false);
  clock.mockRestore();
  expect(rebootNeeded()).toBe(true);
});
