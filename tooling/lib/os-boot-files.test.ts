import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const PROGRAM = join(import.meta.dirname, '../../deploy/os/files/usr/lib/berth-os/boot-files');
const NEW = 'usr/lib/berth-os/boot';
const LOADER = 'EFI/BOOT/BOOTX64.EFI';
const PLATFORM_KEY = 'sys/firmware/efi/efivars/PK-8be4df61-93ca-11d2-aa0d-00e098032b8c';
const ORDER = 'var/lib/berth-os/replace-keys';

/** A machine of version 2, with these files; and a run of the program on it. */
function machine(files: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'berth-boot-files-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  const base = { 'usr/lib/os-release': 'IMAGE_VERSION=2\n', [`boot/${LOADER}`]: 'old', 'var/lib/berth-os/x': '' };
  for (const [name, text] of Object.entries({ ...base, ...files })) write(name, text);
  const read = (name: string) => (existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : null);
  return { folder, read, write, run: () => spawnSync(PROGRAM, [folder]).status };
}

it('gives the boot partition the version’s loader and keys', () => {
  const { folder, read, run } = machine({
    [`${NEW}/${LOADER}`]: 'new',
    [`${NEW}/loader/keys/auto/PK.auth`]: 'PK',
    // What a power cut left.
    [`boot/${LOADER}.new`]: 'ne',
    'boot/loader/loader.conf': 'the machine’s',
  });
  expect(run()).toBe(0);
  expect([read(`boot/${LOADER}`), read('boot/loader/keys/auto/PK.auth'), read('boot/loader/loader.conf')]).toEqual([
    'new',
    'PK',
    'the machine’s',
  ]);
  expect(readdirSync(join(folder, 'boot/EFI/BOOT'))).toEqual(['BOOTX64.EFI']);
  expect(read(ORDER)).toBeNull();
});

it('keeps the loader that is there where the new one does not fit', () => {
  const { folder, read, run } = machine({ [`${NEW}/${LOADER}`]: 'new' });
  mkdirSync(join(folder, `boot/${LOADER}.new`));
  expect(run()).not.toBe(0);
  expect(read(`boot/${LOADER}`)).toBe('old');
});

const keys = { [`${NEW}/keys/former`]: 'former', [`${NEW}/${LOADER}`]: 'new' };

it('orders the firmware’s former key to be replaced, once', () => {
  const { read, write, run } = machine({ ...keys, [PLATFORM_KEY]: '....former' });
  expect([run(), read(ORDER)]).toEqual([0, '0\n']);
  // What its next start has tried is not forgotten.
  write(ORDER, '2\n');
  expect([run(), read(ORDER)]).toEqual([0, '2\n']);
});

it('orders it again for another version than the one that was refused', () => {
  const { read, write, run } = machine({ ...keys, [PLATFORM_KEY]: '....former', [ORDER]: 'refused 2\n' });
  expect([run(), read(ORDER)]).toEqual([0, 'refused 2\n']);
  write(ORDER, 'refused 1\n');
  expect([run(), read(ORDER)]).toEqual([0, '0\n']);
});

it.each([
  ['has other keys', { [PLATFORM_KEY]: '....other' }],
  ['has the new key', { [PLATFORM_KEY]: '....next' }],
  ['has none', {}],
])('orders nothing where the firmware %s', (_name, firmware) => {
  const { read, run } = machine({ ...keys, ...firmware });
  expect([run(), read(ORDER)]).toEqual([0, null]);
});

it('removes the other version’s kernel once the firmware would refuse it', () => {
  const list = (text: string) => `${'-'.repeat(44)}${text}`;
  const { folder, run } = machine({
    [`${NEW}/keys/former`]: list('former'),
    [`${NEW}/keys/next`]: list('next'),
    [PLATFORM_KEY]: `....${list('next')}`,
    'boot/EFI/Linux/berth_2.efi': 'running',
    'boot/EFI/Linux/berth_1.efi': 'signed: former',
    'boot/EFI/Linux/berth_1.9+2.efi': 'signed: former',
    'boot/EFI/Linux/berth_3+2.efi': 'signed: former, next',
    'boot/EFI/Linux/other.efi': 'another system',
  });
  expect(run()).toBe(0);
  expect(readdirSync(join(folder, 'boot/EFI/Linux')).sort()).toEqual(['berth_2.efi', 'berth_3+2.efi', 'other.efi']);
});
