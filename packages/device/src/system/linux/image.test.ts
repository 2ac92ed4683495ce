import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { OsManifest } from '@berth/contract/device/os-manifest';
import { osSigningText } from '@berth/contract/rules/os-versions';
import { expect, onTestFinished, test, vi } from 'vitest';
import { testFolder } from '../../testing/folders.ts';
import { silentLog } from '../log.ts';
import { type Image, type ImagePlaces, imageClock, openImage } from './image.ts';
import { imageUpdates } from './image-updates.ts';

const pairs = [1, 2].map(() => generateKeyPairSync('ed25519'));
const keys = pairs.map(({ publicKey }) => {
  const der = publicKey.export({ type: 'spki', format: 'der' });
  return { id: createHash('sha256').update(der).digest('hex').slice(0, 16), publicKey: der.toString('base64') };
});

/** A machine that runs version 2, and a server for new versions. */
async function machine() {
  const folder = await testFolder();
  const places: ImagePlaces = {
    release: join(folder, 'os-release'),
    folder: join(folder, 'var'),
    entries: join(folder, 'Linux'),
    healthy: join(folder, 'healthy'),
    keys: join(folder, 'keys.json'),
    root: join(folder, 'root'),
    firmware: join(folder, 'efivars'),
  };
  await mkdir(places.entries);
  await writeFile(places.keys, JSON.stringify({ threshold: 2, keys }));
  const runs = (version: string) =>
    writeFile(places.release, `ID=debian\nIMAGE_ID=berth\nIMAGE_VERSION=${version}\nBERTH_CHANNEL=stable\n`);
  await runs('2');
  const boot = async (bootId: string): Promise<Image> => {
    const image = await openImage(bootId, silentLog, places);
    if (image === null) throw new Error('no image');
    return image;
  };
  const hasEntries = async (...names: readonly string[]) => {
    for (const name of await readdir(places.entries)) await rm(join(places.entries, name));
    for (const name of names) await writeFile(join(places.entries, name), '');
  };
  await hasEntries('berth_2.efi');
  return { folder, places, runs, boot, hasEntries };
}

/** A server with a signed version, and systemd programs that record their arguments. */
async function release(folder: string, version: string, change: Partial<OsManifest> = {}) {
  const content = Buffer.from('content');
  const sha256 = createHash('sha256').update(content).digest('hex');
  const manifest: OsManifest = {
    format: 1,
    version,
    channel: 'stable',
    architecture: process.arch === 'arm64' ? 'arm64' : 'x64',
    lowest: '1',
    issued: '2026-11-24T10:00:00Z',
    expires: '2126-11-24T10:00:00Z',
    rootHash: 'a'.repeat(64),
    files: (['root', 'verity', 'kernel'] as const).map((part) => {
      return { part, name: `berth_${version}.${part}`, bytes: content.length, sha256 };
    }),
    ...change,
  };
  const payload = Buffer.from(JSON.stringify(manifest)).toString('base64');
  const signatures = pairs.map(({ privateKey }, index) => {
    const signature = sign(null, Buffer.from(osSigningText(payload)), privateKey).toString('base64');
    return { key: keys[index]?.id, signature };
  });
  const asked: string[] = [];
  const server = createServer(({ url = '' }, reply) => {
    asked.push(url);
    reply.end(url.endsWith('manifest.json') ? JSON.stringify({ payload, signatures }) : content);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const programs = join(folder, 'bin');
  await mkdir(programs, { recursive: true });
  const script = `#!/bin/sh\nls ${folder}/var/update | sort | xargs echo "$@" with >> ${folder}/orders\n`;
  await writeFile(join(programs, 'systemd-run'), script);
  await chmod(join(programs, 'systemd-run'), 0o755);
  vi.stubEnv('PATH', `${programs}:${process.env.PATH}`);
  const source = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/os/`);
  const orders = () => readFile(join(folder, 'orders'), 'utf8').catch(() => '');
  return { source, asked, orders };
}

test('a Debian installation is not an image', async () => {
  const { places } = await machine();
  await writeFile(places.release, 'ID=debian\nVERSION_ID=13\n');
  expect(await openImage('boot-1', silentLog, places)).toBeNull();
});

test('installs a version into the inactive slot and reports that a reboot is needed', async () => {
  const { folder, boot } = await machine();
  const { source, orders } = await release(folder, '3');
  const image = await boot('boot-1');
  expect(image.system()).toEqual({
    kind: 'image',
    version: '2',
    channel: 'stable',
    proved: true,
    next: null,
    failed: [],
    architecture: process.arch === 'arm64' ? 'arm64' : 'x64',
  });
  const doing: string[] = [];
  const said = await imageUpdates(image, { source }).install((text) => doing.push(text));
  expect(said).toBe('Version 3 is installed: reboot to start it.');
  expect(doing.at(-1)).toContain('100 %');
  // The files were complete before the installation started.
  expect(await orders()).toMatch(
    /--unit=berth-update .*systemd-sysupdate update 3 with berth_3.kernel berth_3.root berth_3.verity/,
  );
  expect([image.rebootNeeded(), image.system()]).toMatchObject([true, { next: '3' }]);
  await expect(stat(join(folder, 'var/update'))).rejects.toThrow('ENOENT');
});

test('an agent that was killed while a version was written waits for its end, and writes it again', async () => {
  const { folder, boot } = await machine();
  const { source, orders } = await release(folder, '3');
  // It is active when the next agent asks for the first time.
  await writeFile(join(folder, 'active'), '');
  const systemctl = join(folder, 'bin/systemctl');
  await writeFile(systemctl, `#!/bin/sh\necho "$@" >> ${folder}/orders\nrm ${folder}/active 2> /dev/null\n`);
  await chmod(systemctl, 0o755);
  const image = await boot('boot-1');
  expect(await imageUpdates(image, { source }).install(() => {})).toMatch('is installed');
  expect((await orders()).trim().split('\n')).toEqual([
    'is-active --quiet berth-update',
    'is-active --quiet berth-update',
    expect.stringContaining('systemd-sysupdate update 3'),
  ]);
});

test('a version that could not be written is written again, without a second download', async () => {
  const { folder, boot } = await machine();
  const { source, asked } = await release(folder, '3');
  const image = await boot('boot-1');
  const systemdRun = join(folder, 'bin/systemd-run');
  const works = await readFile(systemdRun, 'utf8');
  await writeFile(systemdRun, '#!/bin/sh\nkill -KILL $$\n');
  await expect(imageUpdates(image, { source }).install(() => {})).rejects.toThrow('could not be written');
  expect([image.rebootNeeded(), image.system()]).toMatchObject([false, { next: null }]);
  await writeFile(systemdRun, works);
  asked.length = 0;
  expect(await imageUpdates(image, { source }).install(() => {})).toMatch('is installed');
  expect(asked.filter((url) => /\.(root|verity|kernel)$/.test(url))).toEqual([]);
});

test('reports a version that did not boot once, and never installs it again', async () => {
  const { folder, boot, hasEntries } = await machine();
  const { source, asked } = await release(folder, '3');
  await imageUpdates(await boot('boot-1'), { source }).install(() => {});
  await hasEntries('berth_2.efi', 'berth_3+0-2.efi');
  const after = await boot('boot-4');
  expect(after.newlyFailed).toMatchObject({ version: '3', reason: 'no-boot' });
  expect([after.rebootNeeded(), after.system()]).toMatchObject([false, { failed: [{ version: '3' }] }]);
  asked.length = 0;
  await expect(imageUpdates(after, { source }).install(() => {})).rejects.toThrow('failed on this machine');
  expect(asked).toEqual(['/os/manifest.json']);
  expect((await boot('boot-4')).newlyFailed).toBeNull();
});

test('reports a version that the boot loader left, though no trial of it is remembered', async () => {
  const { boot, hasEntries } = await machine();
  await hasEntries('berth_2.efi', 'berth_3+0-1.efi');
  expect((await boot('boot-2')).newlyFailed).toMatchObject({ version: '3', reason: 'unhealthy' });
  expect((await boot('boot-3')).newlyFailed).toBeNull();
});

test('a version is on trial until it is proved', async () => {
  const { folder, places, runs, boot, hasEntries } = await machine();
  const { source } = await release(folder, '3');
  await imageUpdates(await boot('boot-1'), { source }).install(() => {});
  await runs('3');
  await hasEntries('berth_2.efi', 'berth_3+1-1.efi');
  const image = await boot('boot-2');
  expect([image.rebootNeeded(), image.system()]).toMatchObject([false, { version: '3', proved: false }]);
  const proving = image.prove();
  // systemd-bless-boot marks the boot as good once the healthy file is there.
  await expect.poll(() => stat(places.healthy).catch(() => null)).not.toBeNull();
  expect(image.system()).toMatchObject({ proved: false });
  await hasEntries('berth_2.efi', 'berth_3.efi');
  await proving;
  expect(image.system()).toMatchObject({ proved: true });
  await runs('2');
  expect((await boot('boot-3')).newlyFailed).toBeNull();
});

test('wants a restart while the firmware’s keys are to be replaced, and not once it refused them', async () => {
  const { places, boot } = await machine();
  const image = await boot('boot-1');
  const orders = async (text: string) => {
    await writeFile(join(places.folder, 'replace-keys'), text);
    return [image.rebootNeeded(), image.keysOrder()];
  };
  expect([image.rebootNeeded(), image.keysOrder()]).toEqual([false, null]);
  expect(await orders('0\n')).toEqual([true, 'restart']);
  expect(await orders('refused 2\n')).toEqual([false, 'refused']);
});

test('installs no version whose kernel the firmware would refuse, and downloads no root for it', async () => {
  const { folder, places, boot } = await machine();
  const { source, asked, orders } = await release(folder, '3');
  // The running kernel is signed with a key that the firmware knows; the new one is not.
  const certificate = Buffer.alloc(40, 'certificate');
  const headers = Buffer.alloc(512);
  headers.writeUInt32LE(0x40, 0x3c);
  headers.writeUInt32LE(headers.length, 0x40 + 0xa8);
  headers.writeUInt32LE(certificate.length, 0x40 + 0xac);
  await writeFile(join(places.entries, 'berth_2.efi'), Buffer.concat([headers, certificate]));
  const list = Buffer.alloc(28 + 16);
  Buffer.from('a159c0a5e494a74a87b5ab155c2bf072', 'hex').copy(list);
  list.writeUInt32LE(list.length + certificate.length, 16);
  list.writeUInt32LE(16 + certificate.length, 24);
  const attributes = Buffer.alloc(4);
  await mkdir(places.firmware);
  const vendor = '8be4df61-93ca-11d2-aa0d-00e098032b8c';
  await writeFile(join(places.firmware, `SecureBoot-${vendor}`), Buffer.concat([attributes, Buffer.from([1])]));
  const database = join(places.firmware, 'db-d719b2cb-3d3a-4596-a3bc-dad00e67656f');
  await writeFile(database, Buffer.concat([attributes, list, certificate]));
  const image = await boot('boot-1');
  const { install } = imageUpdates(image, { source });
  await expect(install(() => {})).rejects.toThrow(/^The firmware does not know the key that signed version 3\.$/);
  await writeFile(join(places.folder, 'replace-keys'), '0\n');
  await expect(install(() => {})).rejects.toThrow('Restart the machine first');
  expect([asked.filter((url) => /root|verity/.test(url)), await orders()]).toEqual([[], '']);
  await rm(database);
  expect(await install(() => {})).toMatch('is installed');
});

test('installs the requested version from its own folder, without files of earlier downloads', async () => {
  const { folder, boot } = await machine();
  const { source, asked } = await release(folder, '3');
  const image = await boot('boot-1');
  const updates = imageUpdates(image, { source });
  await mkdir(join(folder, 'var/update'));
  await writeFile(join(folder, 'var/update/berth_2.9.root.part'), 'left');
  await expect(updates.install(() => {}, { version: '4' })).rejects.toThrow('The server has 3 for 4');
  expect(await updates.install(() => {}, { version: '1' })).toBe('Version 2 is the newest.');
  const [said, second] = await Promise.allSettled([
    updates.install(() => {}, { version: '3' }),
    updates.install(() => {}, { version: '3' }),
  ]);
  expect(said).toMatchObject({ value: 'Version 3 is installed: reboot to start it.' });
  expect(second).toMatchObject({ reason: new Error('An update is being installed.') });
  expect(asked).toEqual([
    '/os/4/manifest.json',
    '/os/3/manifest.json',
    '/os/3/berth_3.kernel.blocks',
    '/os/3/berth_3.kernel',
    '/os/3/berth_3.verity',
    '/os/3/berth_3.root',
  ]);
});

test('refuses an older manifest before requesting anything else', async () => {
  const { folder, boot } = await machine();
  const image = await boot('boot-1');
  const newest = await release(folder, '2', { issued: '2026-11-25T10:00:00Z' });
  const updates = imageUpdates(image, { source: newest.source });
  await expect(updates.install(() => {})).resolves.toBe('Version 2 is the newest.');
  const old = await release(folder, '3');
  await expect(imageUpdates(image, { source: old.source }).install(() => {})).rejects.toThrow('older than one');
  expect([old.asked, await old.orders()]).toEqual([['/os/manifest.json'], '']);
});

test('says that the boot partition or /var has no room for a version, and fetches nothing', async () => {
  const { folder, places, boot, hasEntries } = await machine();
  const image = await boot('boot-1');
  const { source, asked, orders } = await release(folder, '3');
  const install = (full: string, bytes: number) => {
    const freeBytes = async (of: string) => (of.startsWith(full) ? bytes : 1_000_000);
    return imageUpdates(image, { source, freeBytes }).install(() => {});
  };
  await expect(install(places.folder, 5)).rejects.toThrow('Version 3 needs 1 MB more on /var, and 1 MB are free.');
  await expect(install(places.entries, 5)).rejects.toThrow('on the boot partition');
  expect([new Set(asked), await orders()]).toEqual([new Set(['/os/manifest.json']), '']);
  // Another version's kernel is replaced.
  await hasEntries('berth_2.efi', 'berth_1.efi');
  await writeFile(join(places.entries, 'berth_1.efi'), '12');
  expect(await install(places.entries, 5)).toContain('is installed');
});

test('stores the time zone where the read-only /etc links to', async () => {
  vi.stubEnv('TZ', process.env.TZ);
  const folder = await testFolder();
  await imageClock(folder).setZone('Europe/Berlin');
  expect(await readFile(join(folder, 'localtime'))).toEqual(await readFile('/usr/share/zoneinfo/Europe/Berlin'));
  await expect(imageClock(folder).setZone('../../etc/passwd')).rejects.toThrow('No time zone');
});

test('reads the recovery key of the encrypted disk', async () => {
  const { places, boot } = await machine();
  const image = await boot('first');
  expect(await image.recoveryKey()).toBeNull();
  const key = Array.from({ length: 8 }, () => 'cbdefghi').join('-');
  await writeFile(join(places.folder, 'recovery-key'), key);
  expect(await image.recoveryKey()).toBe(key);
});

test('orders that the next start empties the partition, and takes that back', async () => {
  const { places, boot } = await machine();
  const image = await boot('first');
  await image.emptyAtStart(true);
  expect(await readdir(places.folder)).toContain('reset');
  await image.emptyAtStart(false);
  expect(await readdir(places.folder)).not.toContain('reset');
});
