import { chmod, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { testFolder } from '../../testing/folders.ts';
import { silentLog } from '../log.ts';
import { DiskUnchangedError } from '../ports/installer.ts';
import { openInstaller } from './installer.ts';

const DISK = { rm: false, ro: false, wwn: null, fstype: null, label: null, partlabel: null, parttype: null };
const disk = (path: string, more: object) => ({ ...DISK, path, type: 'disk', mountpoints: [null], ...more });
const stick = { size: 16e9, tran: 'usb', model: 'Stick', serial: '1', mountpoints: ['/'] };
const ssd = { size: 64e9, tran: 'sata', model: 'SSD', serial: '2' };

const OPTIONS = { afresh: false, onProgress: () => {} };

/** A computer whose lsblk and systemd-run are scripts; `installs` is what the unit does. */
async function computer(installs: string) {
  const folder = await testFolder();
  const programs = join(folder, 'bin');
  await mkdir(programs);
  const script = async (name: string, text: string) => {
    await writeFile(join(programs, name), `#!/bin/sh\n${text}\n`);
    await chmod(join(programs, name), 0o755);
  };
  const has = (...blockdevices: readonly object[]) =>
    writeFile(join(folder, 'lsblk.json'), JSON.stringify({ blockdevices }));
  await has(disk('/dev/sda', stick), disk('/dev/sdb', ssd));
  await script('lsblk', `cat ${folder}/lsblk.json`);
  await script('systemd-run', `echo "$@" >> ${folder}/orders\ncd ${folder}/run\n${installs}`);
  vi.stubEnv('PATH', `${programs}:${process.env.PATH}`);
  return {
    folder,
    has,
    open: () => openInstaller(silentLog, '/usr/lib/berth-os/install', join(folder, 'run')),
    orders: () => readFile(join(folder, 'orders'), 'utf8').catch(() => ''),
  };
}

test('a machine on its own disk has no installer', async () => {
  const { has, open } = await computer('');
  await has(disk('/dev/sda', { ...stick, tran: 'sata' }), disk('/dev/sdb', ssd));
  expect(await open()).toBeNull();
});

test('disks that cannot be read leave the machine without an installer', async () => {
  const { folder, open } = await computer('');
  await writeFile(join(folder, 'lsblk.json'), 'not JSON');
  expect(await open()).toBeNull();
});

test('installs in a unit of its own, and reports what is copied', async () => {
  const { open, orders } = await computer(
    'echo "copied 50 of 200" > output; sleep 2; echo "copied 200 of 200" >> output',
  );
  const installer = (await open()) ?? expect.unreachable();
  const [target] = await installer.disks();
  const told: number[] = [];
  await installer.install(target?.id ?? '', { afresh: false, onProgress: (percent) => told.push(percent) });
  expect(told[0]).toBe(25);
  expect(await orders()).toMatch(/--unit=berth-install --wait .*\/usr\/lib\/berth-os\/install \/dev\/sdb$/m);
});

test('a failure is reported in the words of the program', async () => {
  const { open } = await computer('echo "writes the disk" > output; echo "No space left" > errors; exit 1');
  const installer = (await open()) ?? expect.unreachable();
  const [target] = await installer.disks();
  const failing = installer.install(target?.id ?? '', OPTIONS);
  await expect(failing).rejects.toThrow('No space left');
  await expect(failing).rejects.not.toBeInstanceOf(DiskUnchangedError);
});

test('tells that a disk is unchanged if the program fails before it writes', async () => {
  const { open } = await computer('echo "BERTH_SECURE_BOOT=maybe: yes or no" > errors; exit 1');
  const installer = (await open()) ?? expect.unreachable();
  const [target] = await installer.disks();
  await expect(installer.install(target?.id ?? '', OPTIONS)).rejects.toBeInstanceOf(DiskUnchangedError);
});

test('a disk that was exchanged or taken into use since it was listed is not touched', async () => {
  const { has, open, orders } = await computer('');
  const installer = (await open()) ?? expect.unreachable();
  const id = (await installer.disks())[0]?.id ?? '';
  await has(disk('/dev/sda', stick), disk('/dev/sdb', { ...ssd, serial: '3' }));
  await expect(installer.install(id, OPTIONS)).rejects.toThrow('not there any more');
  await has(disk('/dev/sda', stick), disk('/dev/sdb', { ...ssd, mountpoints: ['/mnt'] }));
  await expect(installer.install(id, OPTIONS)).rejects.toThrow('in-use');
  expect(await orders()).toBe('');
});

test('finds a disk by a link to its device', async () => {
  const { folder, has, open } = await computer('');
  const installer = (await open()) ?? expect.unreachable();
  const device = join(folder, 'device');
  await writeFile(device, '');
  await symlink(device, join(folder, 'by-id'));
  await has(disk('/dev/sda', stick), disk(device, ssd));
  const [target] = await installer.disks();
  expect(await installer.diskAt(join(folder, 'by-id'))).toBe(target?.id);
  expect(await installer.diskAt('/dev/missing')).toBeNull();
});

test('tells whether the machine of the disk was kept, and orders that it is not', async () => {
  const { open, orders } = await computer('echo "copied 1 of 1\nkeeps the machine" > output');
  const installer = (await open()) ?? expect.unreachable();
  const id = (await installer.disks())[0]?.id ?? '';
  expect(await installer.install(id, OPTIONS)).toEqual({ kept: true });
  await installer.install(id, { ...OPTIONS, afresh: true });
  expect(await orders()).toMatch(/install --afresh \/dev\/sdb$/m);
});
