import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { RECOVERY_KEY } from '@berth/contract/device/disk';
import { expect, it, onTestFinished } from 'vitest';

const SCRIPT = join(import.meta.dirname, '../../deploy/os/initrd/berth-disk');
const STUBS = join(import.meta.dirname, 'berth-disk-stubs.sh');
const PROGRAMS =
  'blkid cryptsetup systemd-cryptenroll systemd-cryptsetup systemd-ask-password plymouth mkfs.ext4 mount umount wipefs sync'.split(
    ' ',
  );

/** A computer with an empty partition, whose programs are stubs (berth-disk-stubs.sh). */
async function computer({ tpm = 'one' as string | null } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'berth-disk-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const place = (name: string) => join(folder, name);
  const write = (name: string, content: string) => writeFile(place(name), content);
  const read = (name: string) => (existsSync(place(name)) ? readFileSync(place(name), 'utf8').trim() : '');
  await mkdir(place('bin'));
  for (const each of PROGRAMS) await symlink(STUBS, place(`bin/${each}`));
  await write('partition', 'empty');
  for (const each of ['type', 'label', 'keys', 'typed']) await write(each, '');
  const script = readFileSync(SCRIPT, 'utf8')
    .replaceAll('/dev/mapper', place('mapper'))
    .replaceAll('/dev/tpmrm0', place('tpm'))
    .replaceAll('/run/berth-os', place('run'));
  await write('script', script);
  await chmod(place('script'), 0o755);
  if (tpm !== null) await write('tpm', tpm);

  /** A start, cut before the program of this number; what it says is mounted. */
  async function start({ cut = 0, args = [] as string[], env: more = {} } = {}) {
    // What a start finds in memory is empty.
    for (const each of ['run', 'mapper']) await rm(place(each), { recursive: true, force: true });
    await mkdir(place('mapper'));
    await write('calls', '0');
    const env = { PATH: `${place('bin')}:${process.env.PATH}`, COMPUTER: folder, CUT: String(cut), ...more };
    // A group of its own: a power cut ends all of it.
    const run = spawn(place('script'), [...args.slice(0, 1), place('partition'), ...args.slice(1)], {
      env,
      detached: true,
    });
    const [device] = await Promise.all([text(run.stdout), text(run.stderr), once(run, 'close')]);
    return device.trim().replace(`${folder}/`, '');
  }
  const key = () => read('files/lib/berth-os/recovery-key');
  return { start, write, read, key, has: (name: string) => existsSync(place(name)), place };
}

it('encrypts an empty partition, and keeps its recovery key on it', async () => {
  const { start, read, key, has } = await computer();
  expect(await start()).toBe('mapper/berth-var');
  expect([read('type'), read('label'), has('run/opened-by-tpm')]).toEqual(['crypto_LUKS', 'berth-var', true]);
  expect(key()).toMatch(RECOVERY_KEY);
  expect(read('keys')).toBe(key());
  // No key is in an argument, and none is left in memory.
  expect(read('arguments')).not.toContain(key().slice(0, 8));
  const first = key();
  expect(await start()).toBe('mapper/berth-var');
  expect([key(), has('run/opened-by-tpm')]).toEqual([first, true]);
});

it('after a power cut at any moment, the next start ends with a recovery key that opens the partition', async () => {
  const { start, read } = await computer();
  await start();
  const steps = Number(read('calls'));
  expect(steps).toBeGreaterThan(8);
  for (let cut = 1; cut <= steps; cut += 1) {
    const { start: again, read: left, key } = await computer();
    expect(await again({ cut })).toBe('');
    expect(await again(), `cut before step ${cut}`).toBe('mapper/berth-var');
    expect([left('label'), left('keys'), left('slot')], `cut before step ${cut}`).toEqual(['berth-var', key(), 'one']);
  }
});

it('another TPM asks until the recovery key is right, and deletes nothing; the next start does not ask', async () => {
  const { start, write, read, key, has } = await computer();
  await start();
  const first = key();
  await write('tpm', 'two');
  await write('typed', `wrong\n${first.replaceAll('-', ' ').toUpperCase()}\n`);
  expect(await start()).toBe('mapper/berth-var');
  expect([key(), read('slot'), read('typed'), has('run/opened-by-tpm')]).toEqual([first, 'two', '', true]);
  await write('arguments', '');
  expect(await start()).toBe('mapper/berth-var');
  expect(read('arguments')).not.toContain('systemd-ask-password');
});

it('asks on the screen where there is one, and says there what was wrong', async () => {
  const { start, write, read, key } = await computer();
  await start();
  await write('tpm', 'two');
  await write('screen', '');
  await write('typed', `wrong\n${key()}\n`);
  expect(await start()).toBe('mapper/berth-var');
  const calls = read('arguments');
  expect(calls.split('\n').filter((call) => call.startsWith('plymouth ask-question')).length).toBe(2);
  expect(calls).toContain('plymouth display-message --text=This is not the recovery key.');
  expect(calls).not.toContain('systemd-ask-password');
  expect(calls).not.toContain(key().slice(0, 8));
});

it('without a TPM, or with one that does not work, the partition is plain', async () => {
  const without = await computer({ tpm: null });
  expect([await without.start(), without.read('type')]).toEqual(['partition', 'ext4']);
  const { start, write, read, has } = await computer();
  await write('broken', '');
  expect([await start(), read('type'), has('run/opened-by-tpm')]).toEqual(['partition', 'ext4', false]);
});

it('a stick stays plain, because it goes from computer to computer', async () => {
  const { start, read } = await computer();
  expect([await start({ env: { BERTH_PLAIN: 'yes' } }), read('type')]).toEqual(['partition', 'ext4']);
});

it('an existing partition that is plain stays as it is', async () => {
  const { start, write, read } = await computer();
  await write('type', 'ext4\n');
  expect([await start(), read('type')]).toEqual(['partition', 'ext4']);
  expect(read('arguments')).not.toContain('mkfs');
});

it('one that its check gives up is made anew, with a new key', async () => {
  const { start, read, key } = await computer();
  await start();
  const first = key();
  expect(await start({ args: ['--anew'] })).toBe('mapper/berth-var');
  expect(key()).not.toBe(first);
  expect(read('keys')).toBe(key());
});

it('one that is made anew opens with its own key, whenever the power is cut', async () => {
  const reset = async (cut: number) => {
    const machine = await computer();
    await machine.start();
    await machine.start({ cut, args: ['--anew'] });
    const steps = Number(machine.read('calls'));
    expect(await machine.start(), `cut before step ${cut}`).toBe('mapper/berth-var');
    expect(machine.read('keys'), `cut before step ${cut}`).toBe(machine.key());
    return steps;
  };
  const steps = await reset(0);
  expect(steps).toBeGreaterThan(4);
  for (let cut = 1; cut <= steps; cut += 1) await reset(cut);
});
