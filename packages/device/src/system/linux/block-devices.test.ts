import { expect, test } from 'vitest';
import { readDisks } from './block-devices.ts';

const NONE = { rm: false, tran: null, ro: false, model: null, serial: null, wwn: null, fstype: null };
const NAMELESS = { label: null, partlabel: null, parttype: null, mountpoints: [null] };
const GB = 10 ** 9;

function device(path: string, type: string, size: number, more: object = {}) {
  return { ...NONE, ...NAMELESS, path, type, size, ...more };
}
const partition = (path: string, size: number, more: object = {}) => device(path, 'part', size, more);

/** A stick that the system runs from, as lsblk of util-linux 2.41 lists it. */
const root = { ...device('/dev/mapper/root', 'crypt', 441 * 1024 ** 2, { fstype: 'erofs', mountpoints: ['/'] }) };
const STICK = device('/dev/sda', 'disk', 16 * GB, {
  rm: true,
  tran: 'usb',
  model: 'Ultra Fit',
  serial: '4C530001',
  children: [
    partition('/dev/sda1', 1024 ** 3, { label: 'BERTH-ESP', partlabel: 'berth-esp', mountpoints: ['/boot'] }),
    partition('/dev/sda2', 32 * 1024 ** 2, { partlabel: 'berth_1', children: [root] }),
    partition('/dev/sda3', 1536 * 1024 ** 2, { partlabel: 'berth_1', children: [root] }),
    partition('/dev/sda6', 8 * GB, { partlabel: 'berth-var', fstype: 'ext4', mountpoints: ['/var'] }),
  ],
});
const WINDOWS = device('/dev/nvme0n1', 'disk', 256 * GB, {
  tran: 'nvme',
  model: 'SAMSUNG MZVLB256 ',
  serial: 'S4G',
  children: [
    partition('/dev/nvme0n1p1', GB / 10, { label: 'SYSTEM', partlabel: 'EFI system partition', fstype: 'vfat' }),
    partition('/dev/nvme0n1p2', 16 * 1024 ** 2, { parttype: 'e3c9e316-0b5c-4db8-817d-f92df00215ae' }),
    partition('/dev/nvme0n1p3', 255 * GB, { label: 'Windows', partlabel: 'Basic data partition', fstype: 'ntfs' }),
  ],
});
const list = (...blockdevices: readonly object[]) => readDisks(JSON.stringify({ blockdevices }));
const only = (device: object) => list(STICK, device).targets[0]?.disk;

test('a system on a removable or USB disk runs from a stick, and that stick is no target', () => {
  expect(list(STICK, WINDOWS)).toMatchObject({ source: 'stick', targets: [{ path: '/dev/nvme0n1' }] });
  expect(list({ ...STICK, tran: null }).source).toBe('stick');
  expect(list({ ...STICK, rm: false }).source).toBe('stick');
  expect(list({ ...STICK, rm: false, tran: 'sata' }, WINDOWS).source).toBeNull();
  // Debian on an encrypted volume, beside a stick.
  const crypt = device('/dev/mapper/crypt', 'crypt', GB, { mountpoints: ['/', '/home'] });
  const debian = device('/dev/sdb', 'disk', GB, { children: [partition('/dev/sdb1', GB, { children: [crypt] })] });
  expect(list(debian, device('/dev/sda', 'disk', GB, { rm: true })).source).toBeNull();
});

test('a system that firmware fetched over the network is known as such', () => {
  const parts = [
    partition('/dev/pmem0p1', GB / 10, { mountpoints: ['/boot'] }),
    partition('/dev/pmem0p3', GB, { children: [root] }),
  ];
  const fetched = device('/dev/pmem0', 'disk', GB, { children: parts });
  expect(list(fetched, WINDOWS)).toMatchObject({ source: 'network', targets: [{ path: '/dev/nvme0n1' }] });
});

test('describes a disk as a person knows it', () => {
  expect(only(WINDOWS)).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{16}$/),
    name: 'SAMSUNG MZVLB256',
    bytes: 256 * GB,
    removable: false,
    content: 'windows',
    partitions: [
      { name: 'SYSTEM', bytes: GB / 10 },
      { name: '', bytes: 16 * 1024 ** 2 },
      { name: 'Windows', bytes: 255 * GB },
    ],
    obstacle: null,
  });
  expect(only({ ...WINDOWS, model: null })?.name).toBe('/dev/nvme0n1');
});

test.each([
  ['empty', {}],
  ['berth', { children: [partition('/dev/vda6', GB, { partlabel: 'berth-var' })] }],
  ['berth', { children: [partition('/dev/vda1', GB, { partlabel: 'berth-esp', label: 'BERTH-ESP' })] }],
  // An installation that was cut off.
  ['other', { children: [partition('/dev/vda1', GB, { partlabel: 'berth-esp', label: 'UNFINISHED' })] }],
  ['windows', { children: [partition('/dev/vda1', GB, { fstype: 'BitLocker' })] }],
  ['linux', { children: [partition('/dev/vda1', GB, { fstype: 'crypto_LUKS' })] }],
  ['linux', { fstype: 'ext4' }],
  ['other', { children: [partition('/dev/vda1', GB, { fstype: 'exfat', label: 'PHOTOS' })] }],
])('finds %s on a disk: %j', (content, more) => {
  expect(only(device('/dev/vda', 'disk', 64 * GB, more))?.content).toBe(content);
});

test.each([
  ['too-small', device('/dev/vda', 'disk', 4 * GB)],
  ['read-only', device('/dev/vda', 'disk', 64 * GB, { ro: true })],
  [
    'in-use',
    device('/dev/vda', 'disk', 64 * GB, { children: [partition('/dev/vda1', GB, { mountpoints: ['[SWAP]'] })] }),
  ],
  [
    'in-use',
    device('/dev/vda', 'disk', 64 * GB, {
      children: [partition('/dev/vda1', GB, { children: [device('/dev/md0', 'raid1', GB)] })],
    }),
  ],
  [null, device('/dev/vda', 'disk', 6 * GB)],
])('a disk is %s', (obstacle, disk) => expect(only(disk)?.obstacle).toBe(obstacle));

test('disks without a medium, in memory, of firmware, and optical ones are none', () => {
  const { targets } = list(
    STICK,
    device('/dev/sdb', 'disk', 0),
    device('/dev/zram0', 'disk', 8 * GB),
    device('/dev/mmcblk0boot0', 'disk', 4 * 1024 ** 2),
    device('/dev/sr0', 'rom', GB),
    device('/dev/loop0', 'loop', 8 * GB),
  );
  expect(targets).toEqual([]);
});

test('an exchanged, resized or moved disk has another ID', () => {
  const ids = [WINDOWS, { ...WINDOWS, serial: 'S5' }, { ...WINDOWS, size: 1 }, { ...WINDOWS, path: '/dev/nvme1n1' }];
  expect(new Set(ids.map((disk) => only(disk)?.id)).size).toBe(4);
  expect(only({ ...WINDOWS, children: [] })?.id).toBe(only(WINDOWS)?.id);
});
