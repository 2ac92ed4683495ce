import type { InstalledOsVersion, OfferedOsVersion } from '@berth/contract/api/os';
import { expect, it } from 'vitest';
import { versionRows } from './rows.ts';

const NOW = Date.parse('2026-11-25T12:00:00Z');
const offer = (version: string, change: Partial<OfferedOsVersion> = {}): OfferedOsVersion => ({
  version,
  channel: 'stable',
  architecture: 'x64',
  lowest: '1',
  issued: '2026-11-24T12:00:00Z',
  expires: '2027-02-24T12:00:00Z',
  bytes: 1,
  packages: 1,
  ...change,
});
const runs = (version: string | null, machines: number, kind: InstalledOsVersion['kind'] = 'image') => {
  const image = version === null ? null : { channel: 'stable', architecture: 'x64' as const };
  return { kind, version, channel: image?.channel ?? null, architecture: image?.architecture ?? null, machines };
};

it('joins what is offered and what runs, newest first', () => {
  const offered = [
    offer('1.9'),
    offer('1.10'),
    offer('2', { channel: 'beta' }),
    offer('1.11', { architecture: 'arm64' }),
  ];
  const rows = versionRows(offered, [runs('1.8', 2), runs(null, 5, 'debian'), runs('1.10', 3)], NOW);
  expect(rows.map(({ version, status, machines }) => [version, status, machines])).toEqual([
    ['2', 'newest', 0],
    ['1.11', 'newest', 0],
    ['1.10', 'newest', 3],
    ['1.9', 'older', 0],
    ['1.8', 'gone', 2],
    [null, 'package', 5],
  ]);
});

it('marks a version that machines no longer accept', () => {
  const [row] = versionRows([offer('1.10', { expires: '2026-11-25T12:00:00Z' })], [], NOW);
  expect(row?.status).toBe('expired');
});
