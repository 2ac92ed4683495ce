import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { OsManifest } from '@berth/contract/device/os-manifest';
import { expect, onTestFinished, test } from 'vitest';
import { testFolder } from '../../testing/folders.ts';
import { silentLog } from '../log.ts';
import { openImage } from './image.ts';
import { fetchFiles } from './image-files.ts';

const BLOCK = 4_096;
const COUNT = 100;
const SALT = randomBytes(32);
const [OLD, OLD_KERNEL] = [randomBytes(COUNT * BLOCK), randomBytes(10 * BLOCK)];
const NEW = Buffer.concat([randomBytes(BLOCK), OLD.subarray(BLOCK)]);
const NEW_KERNEL = Buffer.concat([OLD_KERNEL.subarray(0, 9 * BLOCK), randomBytes(100)]);

function sha256(...parts: readonly Buffer[]): Buffer {
  return createHash('sha256').update(Buffer.concat(parts)).digest();
}

function blocksOf(content: Buffer): Buffer[] {
  return Array.from({ length: Math.ceil(content.length / BLOCK) }, (_, at) =>
    content.subarray(at * BLOCK, (at + 1) * BLOCK),
  );
}

/** As veritysetup makes it (block-list.test.ts) of so few blocks. */
function verityOf(content: Buffer): Buffer {
  const head = Buffer.alloc(BLOCK);
  head.write('verity\0\0', 'latin1');
  head.write('sha256', 32);
  head.set(SALT, 88);
  for (const [at, value] of Object.entries({ 8: 1, 12: 1, 64: BLOCK, 68: BLOCK, 72: COUNT }))
    head.writeUInt32LE(value, Number(at));
  head.writeUInt16LE(SALT.length, 80);
  const hashes = Buffer.concat(blocksOf(content).map((block) => sha256(SALT, block)));
  return Buffer.concat([head, hashes, Buffer.alloc(BLOCK - hashes.length)]);
}

const FILES: Record<string, Buffer> = {
  'berth_3.root': NEW,
  'berth_3.verity': verityOf(NEW),
  'berth_3.efi': NEW_KERNEL,
};
const MANIFEST = {
  version: '3',
  files: (['root', 'verity', 'kernel'] as const).map((part) => {
    const name = part === 'kernel' ? 'berth_3.efi' : `berth_3.${part}`;
    const content = FILES[name] ?? Buffer.alloc(0);
    return { part, name, bytes: content.length, sha256: sha256(content).toString('hex') };
  }),
} as unknown as OsManifest;
const LIST = JSON.stringify({
  blockBytes: BLOCK,
  sha256: blocksOf(NEW_KERNEL).map((block) => sha256(block).toString('base64')),
});

/** A machine that runs version 2, and a server with version 3; `sent` are bytes by file. */
async function machine(lists: Record<string, string>) {
  const folder = await testFolder();
  const places = {
    release: join(folder, 'os-release'),
    folder: join(folder, 'var'),
    entries: join(folder, 'Linux'),
    healthy: join(folder, 'healthy'),
    keys: join(folder, 'keys.json'),
    root: join(folder, 'root'),
    firmware: join(folder, 'efivars'),
  };
  await mkdir(places.entries);
  await mkdir(join(places.folder, 'update'), { recursive: true });
  await writeFile(places.release, 'IMAGE_ID=berth\nIMAGE_VERSION=2\n');
  await writeFile(places.root, OLD);
  await writeFile(join(places.entries, 'berth_2+1-1.efi'), OLD_KERNEL);
  const image = await openImage('boot', silentLog, places);
  if (image === null) throw new Error('no image');
  const sent: Record<string, number> = {};
  const server = createServer(({ url = '', headers }, reply) => {
    const name = url.slice('/os/'.length);
    if (lists[name]) return void reply.end(lists[name]);
    const content = FILES[name];
    if (!content) return void reply.writeHead(404).end();
    const [, from, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
    const part = from ? content.subarray(Number(from), Number(last) + 1) : content;
    sent[name] = (sent[name] ?? 0) + part.length;
    reply.writeHead(from ? 206 : 200).end(part);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close().closeAllConnections());
  const source = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/os/`);
  const fetch = () => fetchFiles(image, MANIFEST, source, () => {}, { pausesMs: [] });
  const fetched = () => Promise.all(Object.keys(FILES).map((name) => readFile(join(places.folder, 'update', name))));
  return { places, sent, fetch, fetched };
}

test('downloads the changed blocks of root and kernel', async () => {
  const { sent, fetch, fetched } = await machine({ 'berth_3.efi.blocks': LIST });
  expect(await fetch()).toBe('0 of 0 MB');
  expect(sent).toEqual({ 'berth_3.verity': 2 * BLOCK, 'berth_3.root': BLOCK, 'berth_3.efi': 100 });
  expect(await fetched()).toEqual(Object.values(FILES));
});

test.each([
  ['without a list of its blocks', {}],
  ['with a list that is none', { 'berth_3.efi.blocks': '<html>' }],
])('downloads a kernel %s as a whole', async (_, lists) => {
  const { sent, fetch, fetched } = await machine(lists);
  await fetch();
  expect(sent).toMatchObject({ 'berth_3.root': BLOCK, 'berth_3.efi': NEW_KERNEL.length });
  expect(await fetched()).toEqual(Object.values(FILES));
});

test('downloads everything where the running root cannot be read, and nothing twice', async () => {
  const { places, sent, fetch, fetched } = await machine({ 'berth_3.efi.blocks': LIST });
  await writeFile(places.root, '');
  await fetch();
  await fetch();
  expect(sent).toMatchObject({ 'berth_3.root': NEW.length, 'berth_3.efi': 100 });
  expect(await fetched()).toEqual(Object.values(FILES));
});
