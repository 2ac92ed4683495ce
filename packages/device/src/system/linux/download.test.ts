import { createHash } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { testFolder } from '../../testing/folders.ts';
import { type DownloadOptions, download } from './download.ts';

const CONTENT = Buffer.from('0123456789'.repeat(1_000));
const SHA256 = createHash('sha256').update(CONTENT).digest('hex');

/** A server that answers as `listener` does, and a file of it to fetch; ranges: those asked for. */
async function offer(listener: (range: number, reply: Parameters<RequestListener>[1]) => void) {
  const ranges: number[] = [];
  const server = createServer((request, reply) => {
    const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
    ranges.push(from);
    listener(from, reply);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const to = join(await testFolder(), 'file');
  const wanted = { address: new URL(`http://127.0.0.1:${port}/file`), to, bytes: CONTENT.length, sha256: SHA256 };
  const fetch = (options: DownloadOptions = { pausesMs: [0, 0] }) => download(wanted, options);
  return { ranges, to, fetch };
}

test('continues where a connection was cut', async () => {
  const { ranges, to, fetch } = await offer((from, reply) => {
    reply.writeHead(from > 0 ? 206 : 200);
    if (from > 0) reply.end(CONTENT.subarray(from));
    else reply.write(CONTENT.subarray(0, 4_000), () => reply.destroy());
  });
  await fetch();
  expect(await readFile(to)).toEqual(CONTENT);
  expect(ranges).toEqual([0, 4_000]);
});

test('continues what an earlier process left', async () => {
  const { ranges, to, fetch } = await offer((from, reply) => reply.writeHead(206).end(CONTENT.subarray(from)));
  await writeFile(`${to}.part`, CONTENT.subarray(0, 7_000));
  await fetch();
  expect(ranges).toEqual([7_000]);
  await fetch();
  expect(ranges).toEqual([7_000]);
});

test('begins again at a server that does not continue files', async () => {
  const { to, fetch } = await offer((_from, reply) => reply.writeHead(200).end(CONTENT));
  await writeFile(`${to}.part`, 'something else');
  await fetch();
  expect(await readFile(to)).toEqual(CONTENT);
});

test('a file with another hash never gets its name, and nothing of it is kept', async () => {
  const { to, fetch } = await offer((_from, reply) => reply.end(Buffer.alloc(CONTENT.length)));
  await expect(fetch()).rejects.toThrow('is not what its manifest says');
  await expect(stat(to)).rejects.toThrow('ENOENT');
  await expect(stat(`${to}.part`)).rejects.toThrow('ENOENT');
});

test('a file that is larger than announced is not read to its end', async () => {
  const { fetch } = await offer((_from, reply) => reply.end(Buffer.concat([CONTENT, CONTENT])));
  await expect(fetch()).rejects.toThrow('larger than its manifest says');
});

test('keeps to a rate, and ends when it is told to', async () => {
  const { to, fetch } = await offer((_from, reply) => {
    reply.write(CONTENT.subarray(0, 5_000));
    setTimeout(() => reply.end(CONTENT.subarray(5_000)), 10);
  });
  const began = performance.now();
  await fetch({ bytesPerSecond: 25_000 });
  expect(performance.now() - began).toBeGreaterThan(190);
  expect(await readFile(to)).toEqual(CONTENT);

  const slow = await offer((_from, reply) => void reply.write(CONTENT.subarray(0, 5_000)));
  const ending = new AbortController();
  const onBytes = () => setTimeout(() => ending.abort(), 20);
  await expect(slow.fetch({ pausesMs: [0, 0], onBytes, signal: ending.signal })).rejects.toThrow('abort');
  expect((await readFile(`${slow.to}.part`)).length).toBe(5_000);
  expect(slow.ranges).toEqual([0]);
});

test('a missing file is not asked for again, an ill server is', async () => {
  const missing = await offer((_from, reply) => reply.writeHead(404).end());
  await expect(missing.fetch()).rejects.toThrow('answered 404');
  expect(missing.ranges).toHaveLength(1);
  const ill = await offer((_from, reply) => reply.writeHead(503).end());
  await expect(ill.fetch()).rejects.toThrow('answered 503');
  expect(ill.ranges).toHaveLength(3);
});
