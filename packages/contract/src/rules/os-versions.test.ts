import { describe, expect, it } from 'vitest';
import {
  compareOsVersions,
  heldBack,
  newestOf,
  OS_BLOCKS_ENDING,
  OS_MANIFEST_FILE,
  osSigningText,
} from './os-versions.ts';

it.each([
  ['20261124.015800', '20261124.020000', -1],
  ['20261124.015800', '20261123.235959', 1],
  ['1.9', '1.10', -1],
  ['1.9', '1.9.1', -1],
  ['2', '2', 0],
])('compares %s with %s', (one, other, sign) => {
  expect(Math.sign(compareOsVersions(one, other))).toBe(sign);
  expect(Math.sign(compareOsVersions(other, one))).toBe(sign === 0 ? 0 : -sign);
});

it('finds the newest by number', () => {
  expect(newestOf([{ version: '1.9' }, { version: '1.10' }, { version: '1.8' }])).toEqual({ version: '1.10' });
  expect(newestOf([])).toBeUndefined();
});

it('a signed manifest is no manifest itself, so nothing else that is signed counts as one', () => {
  const payload = '{"version":"1.9"}';
  expect(osSigningText(payload)).toMatch(/^\S+\n/);
  expect(osSigningText(payload).endsWith(`\n${payload}`)).toBe(true);
});

it('a folder of images has a manifest, and a list of blocks beside each file', () => {
  const folder = new URL('https://berth.example/os/stable/');
  expect(new URL(OS_MANIFEST_FILE, folder).pathname).toBe('/os/stable/manifest.json');
  expect(new URL(`root.xz${OS_BLOCKS_ENDING}`, folder).pathname).toBe('/os/stable/root.xz.blocks');
});

describe('a machine that runs 1.9', () => {
  type System = Parameters<typeof heldBack>[0];
  const system: System = { kind: 'image', version: '1.9', channel: 'stable', proved: true, next: null, failed: [] };
  const wanted = { version: '2', state: 'window' } as const;
  const failedOn = (version: string) => [{ version, reason: 'no-boot' as const, at: '2026-11-24T12:00:00Z' }];

  it.each<[string, Partial<System>, string | undefined, boolean, string | null, string]>([
    ['runs the newest', {}, '1.9', true, null, ''],
    ['is offered nothing', {}, undefined, true, null, ''],
    ['is offered an older one', {}, '1.8', true, null, ''],
    ['names no version', {}, '1.10', true, 'unset', '1.10'],
    ['is named an older one', { wanted: { version: '1.8', state: 'updating' } }, '1.10', true, null, ''],
    ['waits', { wanted }, '1.10', true, 'window', '2'],
    ['is disconnected', { wanted }, '1.10', false, 'offline', '2'],
    ['has to restart', { wanted, next: '2' }, '1.10', false, 'restart', '2'],
    ['fell back', { wanted, next: '2', failed: failedOn('2') }, '1.10', false, 'failed', '2'],
    ['fell back from another', { wanted, failed: failedOn('1.10') }, '1.10', true, 'window', '2'],
  ])('%s', (_case, change, offered, isOnline, reason, version) => {
    const held = heldBack({ ...system, ...change }, offered, isOnline);
    expect(held).toEqual(reason === null ? null : { reason, wanted: version });
  });
});
