import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compareOsVersions, OS_BLOCKS_ENDING } from '@berth/contract/rules/os-versions';
import { expect, it, onTestFinished } from 'vitest';
import { manifestOf, versionOf, writeBlocks } from './os-build.mjs';

const RELEASE = { version: '3', channel: 'stable', lowest: '1', issued: Date.parse('2026-11-24T00:00:00Z') };

function folderWith(...names: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'berth-os-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of names) writeFileSync(join(folder, name), 'abc');
  writeFileSync(join(folder, 'roothash'), `${'a'.repeat(64)}\n`);
  return folder;
}

it('lists each part with its size and hash', async () => {
  const folder = folderWith('berth_3_x.root.raw', 'berth_3_y.verity.raw', 'berth_3.efi', 'disk.raw', 'packages');
  const manifest = await manifestOf(folder, RELEASE);
  expect(manifest).toMatchObject({ version: '3', issued: '2026-11-24T00:00:00.000Z', rootHash: 'a'.repeat(64) });
  expect(manifest.expires).toBe('2027-02-22T00:00:00.000Z');
  const sha256 = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
  expect(manifest.files).toEqual([
    { part: 'root', name: 'berth_3_x.root.raw', bytes: 3, sha256 },
    { part: 'verity', name: 'berth_3_y.verity.raw', bytes: 3, sha256 },
    { part: 'kernel', name: 'berth_3.efi', bytes: 3, sha256 },
  ]);
});

it('names the version that has to run first', async () => {
  const folder = folderWith('berth_3_x.root.raw', 'berth_3_y.verity.raw', 'berth_3.efi');
  expect(await manifestOf(folder, { ...RELEASE, from: '2' })).toMatchObject({ version: '3', from: '2' });
  expect(await manifestOf(folder, RELEASE)).not.toHaveProperty('from');
});

it('refuses a folder without a part', async () => {
  await expect(manifestOf(folderWith('berth_3.efi'), RELEASE)).rejects.toThrow('no file of root');
});

it('versions follow the time of their commits', () => {
  expect(versionOf(Date.parse('2026-11-24T01:02:03Z') / 1000)).toBe('20261124.010203');
  expect(compareOsVersions(versionOf(1_790_000_000), versionOf(1_800_000_000))).toBeLessThan(0);
});

it('lists the kernel’s blocks for machines', () => {
  const folder = folderWith('berth_3_x.root.raw');
  const kernel = join(folder, 'berth_3.efi');
  writeFileSync(kernel, Buffer.concat([Buffer.alloc(40_000, 'a'), Buffer.from('abc')]));
  writeBlocks(folder);
  const list = JSON.parse(readFileSync(`${kernel}${OS_BLOCKS_ENDING}`, 'utf8'));
  expect(list.sha256[0]).toMatch(/^[A-Za-z0-9+/]{43}=$/);
  expect([list.blockBytes, list.sha256.length, new Set(list.sha256).size]).toEqual([16_384, 3, 2]);
  expect(() => writeBlocks(tmpdir())).toThrow('no file of kernel');
});
