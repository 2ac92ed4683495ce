import { createHash } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { testFolder } from '../../testing/folders.ts';
import { download } from './download.ts';
import type { DownloadOptions } from './http-download.ts';

const CONTENT = Buffer.from('0123456789'.repeat(1_000));
const SHA256 = createHash('sha256').update(CONTENT).digest('hex');

/** A server that replies with `listener`, and a file to download from it; `ranges` are the requested ones. */
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

test('resumes after a lost connection', async () => {
  const { ranges, to, fetch } = await offer((from, reply) => {
    reply.writeHead(from > 0 ? 206 : 200);
    if (from > 0) reply.end(CONTENT.subarray(from));
    else reply.write(CONTENT.subarray(0, 4_000), () => reply.destroy());
  });
  await fetch();
  expect(await readFile(to)).toEqual(CONTENT);
  expect(ranges).toEqual([0, 4_000]);
});

test('resumes a download of an earlier process', async () => {
  const { ranges, to, fetch } = await offer((from, reply) => reply.writeHead(206).end(CONTENT.subarray(from)));
  await writeFile(`${to}.part`, CONTENT.subarray(0, 7_000));
  await fetch();
  expect(ranges).toEqual([7_000]);
  await fetch();
  expect(ranges).toEqual([7_000]);
});

test('starts over if the server does not support ranges', async () => {
  const { to, fetch } = await offer((_from, reply) => reply.writeHead(200).end(CONTENT));
  await writeFile(`${to}.part`, 'something else');
  await fetch();
  expect(await readFile(to)).toEqual(CONTENT);
});

test('discards a file with a wrong hash', async () => {
  const { to, fetch } = await offer((_from, reply) => reply.end(Buffer.alloc(CONTENT.length)));
  await expect(fetch()).rejects.toThrow('is not what its manifest says');
  await expect(stat(to)).rejects.toThrow('ENOENT');
  await expect(stat(`${to}.part`)).rejects.toThrow('ENOENT');
});

test('stops reading a file that is larger than expected', async () => {
  const { fetch } = await offer((_from, reply) => reply.end(Buffer.concat([CONTENT, CONTENT])));
  await expect(fetch()).rejects.toThrow('larger than its manifest says');
});

test('limits its rate, and stops on abort', async () => {
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

test('retries after a server error, but not if the file is missing', async () => {
  const missing = await offer((_from, reply) => reply.writeHead(404).end());
  await expect(missing.fetch()).rejects.toThrow('answered 404');
  expect(missing.ranges).toHaveLength(1);
  const ill = await offer((_from, reply) => reply.writeHead(503).end());
  await expect(ill.fetch()).rejects.toThrow('answered 503');
  expect(ill.ranges).toHaveLength(3);
});
