import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const SCRIPT = join(import.meta.dirname, '../../deploy/os/initrd/berth-keys');
const STUBS = join(import.meta.dirname, 'berth-keys-stubs.sh');
const FILES = {
  db: 'db-d719b2cb-3d3a-4596-a3bc-dad00e67656f',
  KEK: 'KEK-8be4df61-93ca-11d2-aa0d-00e098032b8c',
  PK: 'PK-8be4df61-93ca-11d2-aa0d-00e098032b8c',
};
type Variable = keyof typeof FILES;
const VARIABLES = Object.keys(FILES) as Variable[];
const ATTRIBUTES = Buffer.from([0x27, 0, 0, 0]);
/** More starts than any of these computers needs. */
const STARTS_MAX = 8;

/** An encrypted computer whose firmware has the former keys, and whose version 2 replaces them (berth-keys-stubs.sh). */
async function computer({ values = {} as Partial<Record<Variable, string>>, encrypted = true } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'berth-keys-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const place = (name: string) => join(folder, name);
  const read = (name: string) => (existsSync(place(name)) ? readFileSync(place(name), 'utf8').trim() : '');
  const [own, keys, variables] = ['root/var/lib/berth-os', 'keys', 'efivars'];
  for (const each of [own, keys, variables, 'bin', 'run', 'root/usr/lib'])
    await mkdir(place(each), { recursive: true });
  for (const each of ['systemd-cryptenroll', 'chattr', 'dd', 'systemctl', 'umount', 'sync']) {
    await symlink(STUBS, place(`bin/${each}`));
  }
  const write = (name: string, text: string) => writeFile(place(name), text);
  await write('root/usr/lib/os-release', 'IMAGE_VERSION=2\n');
  for (const each of ['former', 'next']) await write(`${keys}/${each}`, each);
  for (const each of VARIABLES) {
    await write(`${keys}/${each}.auth`, `${each} signed by the former key`);
    await writeFile(
      place(`${variables}/${FILES[each]}`),
      Buffer.concat([ATTRIBUTES, Buffer.from(values[each] ?? 'former')]),
    );
  }
  for (const each of ['recovery-key', `${own}/recovery-key`]) await write(each, 'key');
  await write(`${own}/replace-keys`, '0\n');
  const script = readFileSync(SCRIPT, 'utf8')
    .replaceAll('/sysroot/usr/lib/berth-os/boot/keys', place(keys))
    .replaceAll('/sysroot', place('root'))
    .replaceAll('/sys/firmware/efi/efivars', place(variables))
    .replaceAll('/run/berth-os', place('run'));
  await write('script', script);
  await chmod(place('script'), 0o755);

  const value = (each: Variable) =>
    readFileSync(place(`${variables}/${FILES[each]}`))
      .subarray(4)
      .toString();
  /** What PCR 7 says. */
  const measured = () => VARIABLES.map((each) => `${each}:${value(each)}`).join(' ');
  await write('slot', measured());

  /** A start, cut before the program of this number: whether the TPM opened the disk, and what it led to. */
  async function start(cut = 0) {
    await write('pcr', measured());
    await write('calls', '0');
    rmSync(place('restarts'), { force: true });
    const isOpen = !encrypted || ['anything', measured()].includes(read('slot'));
    const env = { PATH: `${place('bin')}:${process.env.PATH}`, COMPUTER: folder, CUT: String(cut) };
    // A group of its own: a power cut ends all of it.
    const run = spawn(place('script'), encrypted ? ['/dev/partition'] : [], { env, detached: true, stdio: 'ignore' });
    await once(run, 'close');
    return { isOpen, restarts: existsSync(place('restarts')), calls: Number(read('calls')) };
  }
  /** Starts until the computer does not restart by itself. */
  async function startThrough() {
    for (let count = 1; count <= STARTS_MAX; count += 1) {
      const { isOpen, restarts } = await start();
      if (!isOpen) return 'asks for the recovery key';
      if (!restarts) return count;
    }
    return 'restarts for ever';
  }
  const after = () => ({
    values: VARIABLES.map(value).join(' '),
    isBound: read('slot') === measured(),
    order: read(`${own}/replace-keys`),
  });
  return { start, startThrough, after, write, place };
}

const REPLACED = { values: 'next next next', isBound: true, order: '' };

it('replaces the firmware’s keys in one more start, and the TPM opens the disk with the new ones', async () => {
  const { start, startThrough, after } = await computer();
  expect(await startThrough()).toBe(2);
  expect(after()).toEqual(REPLACED);
  expect(await start()).toMatchObject({ isOpen: true, calls: 0 });
});

it('does so without an encrypted disk', async () => {
  const { startThrough, after } = await computer({ encrypted: false });
  expect(await startThrough()).toBe(2);
  expect(after()).toMatchObject({ values: 'next next next', order: '' });
});

it('goes on after a power cut at any moment, and no start asks for the recovery key', async () => {
  const { start } = await computer();
  const steps = (await start()).calls;
  expect(steps).toBeGreaterThan(8);
  for (let cut = 1; cut <= steps; cut += 1) {
    const { start: again, startThrough, after } = await computer();
    await again(cut);
    expect(typeof (await startThrough()), `cut before step ${cut}`).toBe('number');
    expect(after(), `cut before step ${cut}`).toEqual(REPLACED);
  }
});

it('goes on after a power cut in the start after', async () => {
  const { start } = await computer();
  await start();
  const steps = (await start()).calls;
  expect(steps).toBeGreaterThan(1);
  for (let cut = 1; cut <= steps; cut += 1) {
    const { start: again, startThrough, after } = await computer();
    await again();
    await again(cut);
    expect(await startThrough(), `cut before step ${cut}`).toBe(1);
    expect(after(), `cut before step ${cut}`).toEqual(REPLACED);
  }
});

it('firmware that takes none of them keeps its keys, starts as before, and is not asked again', async () => {
  const { start, startThrough, after, write } = await computer();
  await write('refuses-db', '');
  expect(await startThrough()).toBe(1);
  const refused = { values: 'former former former', isBound: true, order: 'refused 2' };
  expect(after()).toEqual(refused);
  expect(await start()).toEqual({ isOpen: true, restarts: false, calls: 0 });
  expect(after()).toEqual(refused);
});

it('firmware that takes only some of them ends with a disk that its TPM opens', async () => {
  const { startThrough, after, write } = await computer();
  await write('refuses-PK', '');
  expect(await startThrough()).toBe(4);
  expect(after()).toEqual({ values: 'next next former', isBound: true, order: 'refused 2' });
});

it('a TPM that takes no other key leaves everything as it is, and is not asked again', async () => {
  const { start, after, write } = await computer();
  await write('broken-tpm', '');
  expect(await start()).toMatchObject({ isOpen: true, restarts: false });
  expect(after()).toEqual({ values: 'former former former', isBound: true, order: 'refused 2' });
  expect(await start()).toMatchObject({ isOpen: true, calls: 0 });
});

it('gives up where it cannot remember that it tried: the machine does not restart for it again', async () => {
  const { start, after, place } = await computer();
  await mkdir(place('root/var/lib/berth-os/replace-keys.new'));
  expect(await start()).toMatchObject({ isOpen: true, restarts: false });
  expect(after()).toEqual({ values: 'former former former', isBound: true, order: '' });
});

it('leaves variables alone into which somebody has put more', async () => {
  const { startThrough, after } = await computer({ values: { db: 'former and a graphics card’s' } });
  expect(await startThrough()).toBe(1);
  expect(after()).toEqual({ values: 'former and a graphics card’s former former', isBound: true, order: 'refused 2' });
});
