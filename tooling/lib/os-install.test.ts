import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { root } from './paths.mjs';

const PROGRAM = join(root, 'deploy/os/files/usr/lib/berth-os/install');
const PATH = `${process.env.PATH}:/usr/sbin:/sbin`;
const MB = 1024 ** 2;
/** The root does not end at the end of a copied piece. */
const ROOT_BYTES = 21 * MB + 4_096;
const HASHES_BYTES = 32 * MB;

function run(program: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', env: { ...process.env, PATH } });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`);
  return stdout;
}

let folder: string;
let source: { data: string; hashes: string; rootHash: string; boot: string };

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'berth-install-'));
  const [data, hashes, hashFile, boot] = ['data', 'hashes', 'roothash', 'boot'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
    string,
  ];
  writeFileSync(data, Buffer.alloc(ROOT_BYTES, 'the running system '));
  run('veritysetup', 'format', `--root-hash-file=${hashFile}`, data, hashes);
  // Partitions are longer than what is in them.
  truncateSync(data, 40 * MB);
  truncateSync(hashes, HASHES_BYTES);
  for (const each of ['EFI/Linux', 'EFI/BOOT', 'loader/keys/auto']) mkdirSync(join(boot, each), { recursive: true });
  writeFileSync(join(boot, 'EFI/Linux/berth_1.1+1-1.efi'), 'kernel of 1.1');
  writeFileSync(join(boot, 'EFI/Linux/berth_1.10.efi'), 'kernel of 1.10');
  writeFileSync(join(boot, 'EFI/BOOT/BOOTX64.EFI'), 'loader');
  writeFileSync(join(boot, 'loader/loader.conf'), 'timeout 0\nsecure-boot-enroll if-safe\n');
  for (const each of ['PK', 'KEK', 'db'])
    writeFileSync(join(boot, `loader/keys/auto/${each}.auth`), `${each} of Berth`);
  writeFileSync(
    join(boot, 'berth.conf'),
    'BERTH_SERVER=https://berth.example\r\nBERTH_INSTALL=largest\n BERTH_REINSTALL = yes\nBERTH_ENROLLMENT_CODE=code\n',
  );
  source = { data, hashes, rootHash: readFileSync(hashFile, 'utf8').trim(), boot };
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** An empty disk of this size, as a device with its partitions. */
function disk(bytes: number): string {
  const file = join(mkdtempSync(join(folder, 'disk-')), 'disk');
  writeFileSync(file, '');
  truncateSync(file, bytes);
  const device = run('losetup', '--find', '--partscan', '--show', file).trim();
  onTestFinished(() => void run('losetup', '--detach', device));
  return device;
}

function install(device: string, { data, hashes, rootHash, boot } = source, ...options: readonly string[]) {
  const args = [...options, device, data, hashes, rootHash, '1.1', boot];
  return spawnSync(PROGRAM, args, { encoding: 'utf8', env: { ...process.env, PATH } });
}

/** Names and IDs; of a disk without a partition table, none. */
function partitions(device: string): string[] {
  const args = ['--raw', '--noheadings', '--output', 'NAME,UUID', device];
  const { stdout } = spawnSync('partx', args, { encoding: 'utf8', env: { ...process.env, PATH } });
  return stdout.trim().split('\n').filter(Boolean);
}

// Needs root, for disks that are files.
describe.runIf(process.getuid?.() === 0)('installing Berth OS on a disk', { timeout: 120_000 }, () => {
  test('the disk has the running version, found by its root hash, and the machine’s settings', () => {
    const device = disk(6_000 * MB);
    const { status, stdout, stderr } = install(device);
    expect(status, stderr).toBe(0);
    const { rootHash } = source;
    const uuid = (hash: string) => hash.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    expect(partitions(device)).toEqual([
      expect.stringMatching(/^berth-esp [0-9a-f-]{36}$/),
      `berth_1.1 ${uuid(rootHash.slice(32))}`,
      `berth_1.1 ${uuid(rootHash.slice(0, 32))}`,
    ]);
    run('veritysetup', 'verify', `${device}p3`, `${device}p2`, rootHash);
    const read = (path: string) => run('mtype', '-i', `${device}p1`, `::${path}`);
    expect(read('/EFI/Linux/berth_1.1.efi')).toBe('kernel of 1.1');
    expect(read('/EFI/BOOT/BOOTX64.EFI')).toBe('loader');
    expect(read('/loader/loader.conf')).toBe('timeout 0\nsecure-boot-enroll if-safe\n');
    for (const each of ['PK', 'KEK', 'db']) expect(read(`/loader/keys/auto/${each}.auth`)).toBe(`${each} of Berth`);
    expect(read('/berth.conf')).toBe('BERTH_SERVER=https://berth.example\r\nBERTH_ENROLLMENT_CODE=code\n');
    expect(run('mlabel', '-s', '-i', `${device}p1`, '::')).toContain('BERTH-ESP');
    const total = ROOT_BYTES + HASHES_BYTES;
    expect(stdout.match(/^copied .*$/gm)?.at(-1)).toBe(`copied ${total} of ${total}`);
  });

  test('an order for Secure Boot has the disk enroll its keys, and the machine forgets it', () => {
    const boot = join(folder, 'ordered');
    cpSync(source.boot, boot, { recursive: true });
    writeFileSync(join(boot, 'berth.conf'), 'BERTH_SERVER=https://berth.example\r\nBERTH_SECURE_BOOT = yes\r\n');
    const device = disk(6_000 * MB);
    const { status, stderr } = install(device, { ...source, boot });
    expect(status, stderr).toBe(0);
    const read = (path: string) => run('mtype', '-i', `${device}p1`, `::${path}`);
    expect(read('/loader/loader.conf')).toBe('timeout 0\nsecure-boot-enroll force\n');
    expect(read('/berth.conf')).toBe('BERTH_SERVER=https://berth.example\r\n');
  });

  test('a version without keys is not installed where Secure Boot was ordered', () => {
    const boot = join(folder, 'without-keys');
    cpSync(source.boot, boot, { recursive: true });
    rmSync(join(boot, 'loader/keys'), { recursive: true });
    const device = disk(6_000 * MB);
    expect(install(device, { ...source, boot }).status).toBe(0);
    writeFileSync(join(boot, 'berth.conf'), 'BERTH_SECURE_BOOT=yes\n');
    const { status, stderr } = install(device, { ...source, boot });
    expect(status).toBe(1);
    expect(stderr).toContain('without a boot key');
    writeFileSync(join(boot, 'berth.conf'), 'BERTH_SECURE_BOOT=largest\n');
    expect(install(device, { ...source, boot })).toMatchObject({
      status: 1,
      // By this the agent knows that the disk is as it was.
      stdout: expect.not.stringContaining('writes the disk'),
      stderr: expect.stringContaining('yes or no'),
    });
    // Nothing was done to the disk.
    expect(partitions(device)).toHaveLength(3);
  });

  test('replaces what was on the disk', () => {
    const device = disk(6_000 * MB);
    const layout = join(folder, 'other-system');
    mkdirSync(layout);
    writeFileSync(join(layout, '10.conf'), '[Partition]\nType=linux-generic\nLabel=old\n');
    run('systemd-repart', '--dry-run=no', '--empty=force', '--no-pager', `--definitions=${layout}`, device);
    expect(partitions(device)).toHaveLength(1);
    expect(install(device).status).toBe(0);
    expect(partitions(device).map((line) => line.split(' ')[0])).toEqual(['berth-esp', 'berth_1.1', 'berth_1.1']);
  });

  test.each([
    ['its own cloud', 'https://berth.example/', [], true],
    ['another cloud', 'https://other.example', [], false],
    ['its own cloud, afresh', 'https://berth.example', ['--afresh'], false],
  ] as const)('a Debian machine on the disk: %s', (_cloud, server, options, kept) => {
    const device = disk(6_000 * MB);
    const [layout, at] = [join(folder, 'debian'), join(folder, 'mounted')];
    for (const each of [layout, at]) mkdirSync(each, { recursive: true });
    writeFileSync(join(layout, '10.conf'), '[Partition]\nType=root\nSizeMaxBytes=64M\n');
    run('systemd-repart', '--dry-run=no', '--empty=force', '--no-pager', `--definitions=${layout}`, device);
    run('partx', '--update', device);
    run('mkfs.ext4', '-q', `${device}p1`);
    run('mount', `${device}p1`, at);
    const own = join(at, 'var/lib/berth');
    mkdirSync(own, { recursive: true });
    mkdirSync(join(at, 'etc/berth'), { recursive: true });
    writeFileSync(join(own, 'machine.key'), 'the key');
    writeFileSync(join(own, 'state.json'), '{"desired":{}}');
    writeFileSync(join(at, 'etc/berth/agent.env'), `BERTH_SERVER=${server}\nBERTH_PRODUCT_ID=42\n`);
    run('umount', at);

    const { status, stdout, stderr } = install(device, source, ...options);
    expect(status, stderr).toBe(0);
    expect(stdout.includes('keeps the machine')).toBe(kept);
    const files = run('mdir', '-b', '-i', `${device}p1`, '::');
    expect(files.includes('berth-kept.tar')).toBe(kept);
    const settings = run('mtype', '-i', `${device}p1`, '::/berth.conf');
    // The stick's own settings come first.
    expect(settings).toContain('BERTH_SERVER=https://berth.example\r\n');
    expect(settings.includes('BERTH_PRODUCT_ID=42\n')).toBe(kept);
  });

  test('a copy that is not what was to be copied leaves an empty disk', () => {
    const device = disk(6_000 * MB);
    const data = join(folder, 'damaged');
    copyFileSync(source.data, data);
    const bytes = readFileSync(data);
    bytes[ROOT_BYTES - 1] = 0;
    writeFileSync(data, bytes);
    const { status, stdout, stderr } = install(device, { ...source, data });
    expect(status).not.toBe(0);
    expect(stdout).toMatch(/^writes the disk$/m);
    expect(stderr).toContain('Verification of data area failed');
    expect(partitions(device)).toEqual([]);
  });

  test('a disk that is too small leaves no half of an installation', () => {
    const device = disk(1_500 * MB);
    expect(install(device).status).not.toBe(0);
    expect(partitions(device)).toEqual([]);
  });
});
