import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { testFolder } from '../../testing/folders.ts';
import { diskEncryption } from './disk-encryption.ts';

/** The number of the disk: 253:3, as the C library writes it. */
const DEV = 253 * 256 + 3;
vi.mock('node:fs', async (load) => {
  const fs = await load<typeof import('node:fs')>();
  const statSync: typeof fs.statSync = Object.assign(
    (path: string, options?: object) => (path === '/the-disk' ? { dev: DEV } : fs.statSync(path, options)),
    fs.statSync,
  );
  return { ...fs, statSync };
});

async function computer(uuid: string, below: readonly string[] = []) {
  const devices = await testFolder();
  const run = await testFolder();
  let folder = join(devices, '253:3');
  for (const each of [uuid, ...below]) {
    await mkdir(join(folder, 'dm'), { recursive: true });
    await writeFile(join(folder, 'dm/uuid'), `${each}\n`);
    folder = join(folder, 'slaves/dm-1');
  }
  const openedByTpm = join(run, 'opened-by-tpm');
  return { places: { folder: '/the-disk', devices, openedByTpm }, openedByTpm };
}

it('says who opens an encrypted disk', async () => {
  const { places, openedByTpm } = await computer('CRYPT-LUKS2-0123-berth-var');
  expect(diskEncryption(places)).toBe('key');
  await writeFile(openedByTpm, '');
  expect(diskEncryption(places)).toBe('tpm');
});

it('finds the encryption below a logical volume', async () => {
  const { places } = await computer('LVM-0123', ['CRYPT-LUKS2-0123-lvm']);
  expect(diskEncryption(places)).toBe('key');
});

it('says that a disk is not encrypted', async () => {
  const { places } = await computer('LVM-0123');
  expect(diskEncryption(places)).toBe('none');
});

it('says nothing about a folder that it cannot read', async () => {
  const { places } = await computer('LVM-0123');
  expect(diskEncryption({ ...places, folder: '/no/such/folder' })).toBeUndefined();
});
