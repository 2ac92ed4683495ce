import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { root } from './paths.mjs';

const PROGRAMS = join(root, 'deploy/os/files/usr/lib/berth-os');
const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin` };
const REGISTERED = 'digest\n{"version":1,"desired":{"machine":"Lobby"}}\n';

function run(program: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', env });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`);
  return stdout;
}

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'berth-keep-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(base: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(base, dirname(path)), { recursive: true });
    writeFileSync(join(base, path), text, { mode: 0o600 });
  }
}

/** A disk whose partitions have these file systems with these files, by their kind. */
function diskWith(...parts: readonly (readonly [kind: string, files: Readonly<Record<string, string>>])[]): string {
  const file = join(folder, 'disk');
  writeFileSync(file, '');
  truncateSync(file, (8 + parts.length * 64) * 1024 ** 2);
  const layout = join(folder, 'layout');
  for (const index of parts.keys())
    write(layout, { [`${index}.conf`]: '[Partition]\nType=linux-generic\nSizeMinBytes=64M\nSizeMaxBytes=64M\n' });
  run('systemd-repart', '--dry-run=no', '--empty=force', '--no-pager', `--definitions=${layout}`, file);
  const device = run('losetup', '--find', '--partscan', '--show', file).trim();
  onTestFinished(() => void run('losetup', '--detach', device));
  run('partx', '--update', device);
  for (const [index, [kind, files]] of parts.entries()) {
    const [part, at] = [`${device}p${index + 1}`, join(folder, 'mounted')];
    run(`mkfs.${kind}`, ...(kind === 'ext4' ? ['-q'] : []), part);
    mkdirSync(at, { recursive: true });
    if (kind === 'vfat') {
      write(at, files);
      for (const path of Object.keys(files)) run('mcopy', '-i', part, join(at, path), `::${path}`);
      continue;
    }
    run('mount', part, at);
    write(at, files);
    run('umount', at);
  }
  return device;
}

/** Takes from a disk and starts the installed machine; returns where its root is, and the settings that were found. */
function moveFrom(device: string) {
  const [work, machine] = [join(folder, 'work'), join(folder, 'machine')];
  for (const each of [work, join(machine, 'boot'), join(machine, 'var/lib')]) mkdirSync(each, { recursive: true });
  run(join(PROGRAMS, 'take'), device, work);
  const archive = join(work, 'kept.tar');
  if (existsSync(archive)) run('cp', archive, join(machine, 'boot/berth-kept.tar'));
  run(join(PROGRAMS, 'kept'), machine);
  const settings = join(work, 'kept.conf');
  return { machine, settings: existsSync(settings) ? readFileSync(settings, 'utf8') : null };
}

const read = (machine: string, path: string) => readFileSync(join(machine, path), 'utf8');
const DEBIAN = {
  'var/lib/berth/machine.key': 'the key',
  'var/lib/berth/state.json': REGISTERED,
  'var/lib/berth/boards/1.json': 'a drawing',
  'var/lib/berth/cache/page': 'not kept',
  'etc/NetworkManager/system-connections/office.nmconnection': 'psk=secret',
  'etc/berth/agent.env': '#BERTH_SERVER=https://other.example\nBERTH_SERVER=https://berth.example\nBERTH_OPTIONS=--x\n',
} as const;

// Needs root, for disks that are files.
describe.runIf(process.getuid?.() === 0)('a machine that gets Berth OS', { timeout: 60_000 }, () => {
  test('stays the machine that it was with Debian', () => {
    const device = diskWith(['ext4', DEBIAN]);
    const before = run('sha256sum', device);
    const { machine, settings } = moveFrom(device);
    expect(run('sha256sum', device)).toBe(before);
    expect(read(machine, 'var/lib/berth/machine.key')).toBe('the key');
    expect(statSync(join(machine, 'var/lib/berth/machine.key')).mode & 0o777).toBe(0o600);
    expect(read(machine, 'var/lib/berth/state.json')).toBe(REGISTERED);
    expect(read(machine, 'var/lib/berth/boards/1.json')).toBe('a drawing');
    expect(existsSync(join(machine, 'var/lib/berth/cache'))).toBe(false);
    const connection = 'var/lib/NetworkManager/system-connections/office.nmconnection';
    expect(read(machine, connection)).toBe('psk=secret');
    expect(statSync(join(machine, connection)).mode & 0o777).toBe(0o600);
    expect(settings).toBe('BERTH_SERVER=https://berth.example\n');
    // The secret does not stay where anyone can read it.
    expect(existsSync(join(machine, 'boot/berth-kept.tar'))).toBe(false);
    expect(existsSync(join(machine, 'var/lib/berth-kept'))).toBe(false);
  });

  test('finds what is on several partitions, such as an older Berth OS has', () => {
    const { machine, settings } = moveFrom(
      diskWith(
        ['vfat', { 'berth.conf': 'BERTH_SERVER = https://berth.example\r\n' }],
        [
          'ext4',
          {
            'lib/berth/machine.key': 'the key',
            'lib/berth/state.json': REGISTERED,
            'lib/NetworkManager/system-connections/office.nmconnection': 'psk=secret',
          },
        ],
      ),
    );
    expect(read(machine, 'var/lib/berth/machine.key')).toBe('the key');
    expect(read(machine, 'var/lib/NetworkManager/system-connections/office.nmconnection')).toBe('psk=secret');
    expect(settings).toBe('BERTH_SERVER=https://berth.example\n');
  });

  test.each([
    ['Debian without Berth', { 'etc/hostname': 'pc' }],
    ['a machine that is not registered', { ...DEBIAN, 'var/lib/berth/state.json': 'digest\n{"desired":null}\n' }],
    ['a machine without its key', { ...DEBIAN, 'var/lib/berth/machine.key': '' }],
  ])('of %s nothing is kept', (_name, files) => {
    const { machine, settings } = moveFrom(diskWith(['ext4', files]));
    expect(settings).toBeNull();
    expect(existsSync(join(machine, 'var/lib/berth'))).toBe(false);
  });

  test('links to other files are not followed', () => {
    write(folder, { 'of-the-stick': 'a secret of the stick' });
    const device = diskWith(['ext4', DEBIAN]);
    const at = join(folder, 'mounted');
    run('mount', `${device}p1`, at);
    run('ln', '-sf', join(folder, 'of-the-stick'), join(at, 'var/lib/berth/machine.key'));
    run('umount', at);
    expect(moveFrom(device).settings).toBeNull();
  });
});

describe('the first start', () => {
  function archive(files: Readonly<Record<string, string>>): string {
    const machine = join(folder, 'machine');
    mkdirSync(join(machine, 'boot'), { recursive: true });
    write(join(folder, 'kept'), files);
    run('tar', '-cf', join(machine, 'boot/berth-kept.tar'), '-C', join(folder, 'kept'), '.');
    return machine;
  }

  test('a machine with an identity takes no other from the boot partition', () => {
    const machine = archive({ 'berth/machine.key': 'another key', 'berth/state.json': 'another state' });
    write(machine, { 'var/lib/berth/machine.key': 'its key', 'var/lib/berth/state.json': REGISTERED });
    run(join(PROGRAMS, 'kept'), machine);
    expect(read(machine, 'var/lib/berth/machine.key')).toBe('its key');
    expect(read(machine, 'var/lib/berth/state.json')).toBe(REGISTERED);
    expect(existsSync(join(machine, 'boot/berth-kept.tar'))).toBe(false);
  });

  test('begins again after a power cut', () => {
    const machine = archive({ 'berth/machine.key': 'the key', 'berth/state.json': REGISTERED });
    write(machine, { 'var/lib/berth-kept/berth/machine.key': 'half', 'var/lib/berth/state.json': 'half' });
    run(join(PROGRAMS, 'kept'), machine);
    expect(read(machine, 'var/lib/berth/machine.key')).toBe('the key');
    expect(read(machine, 'var/lib/berth/state.json')).toBe(REGISTERED);
  });

  test('without anything kept, nothing happens', () => {
    const machine = join(folder, 'machine');
    mkdirSync(machine);
    run(join(PROGRAMS, 'kept'), machine);
    expect(existsSync(join(machine, 'var'))).toBe(false);
  });
});
