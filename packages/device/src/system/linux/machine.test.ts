import { Hardware } from '@berth/contract/device/messages';
import { Check } from 'typebox/value';
import { expect, it } from 'vitest';
import { linuxMachine } from './machine.ts';

it('says of this computer what the cloud takes, down to its disk and its network', () => {
  const hardware = linuxMachine().hardware();
  expect(Check(Hardware, hardware)).toBe(true);
  expect(hardware).toMatchObject({ cores: expect.any(Number), kernel: expect.any(String), diskMb: expect.any(Number) });
  expect(hardware.diskFreeMb ?? 0).toBeLessThanOrEqual(hardware.diskMb ?? 0);
  expect(hardware.interfaces?.some(({ name }) => name === 'lo')).toBe(false);
});
