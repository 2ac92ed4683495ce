import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { testFolder } from '../../testing/folders.ts';
import { type BlockList, publishedBlocks } from './block-list.ts';
import { downloadChanged } from './changed-blocks.ts';
import type { DownloadOptions } from './http-download.ts';

const BLOCK = 4_096;
const COUNT = 600;
const TAIL = 100;
const OLD = randomBytes(BLOCK * COUNT);
/** A version that has one more block at its beginning, other blocks in its middle, and an end that is no whole block. */
const NEW = Buffer.concat([
  randomBytes(BLOCK),
  OLD.subarray(0, 200 * BLOCK),
  randomBytes(20 * BLOCK),
  OLD.subarray(220 * BLOCK),
  randomBytes(TAIL),
]);
const CHANGED = 21 * BLOCK + TAIL;

function listOf(content: Buffer): BlockList {
  const sha256 = Array.from({ length: Math.ceil(content.length / BLOCK) }, (_, at) => {
    const block = content.subarray(at * BLOCK, (at + 1) * BLOCK);
    return createHash('sha256').update(block).digest('base64');
  });
  const list = publishedBlocks(JSON.stringify({ blockBytes: BLOCK, sha256 }), content.length);
  if (list === null) throw new Error('no list');
  return list;
}

type Answer = (reply: ServerResponse, part: Buffer, request: number) => void;
const send: Answer = (reply, part) => reply.writeHead(206).end(part);

/** A machine with `seed`, and a server that has NEW; `ranges` are the requested ones, `end` excluded. */
async function offer(answer: Answer = send, seed = OLD) {
  const ranges: [number, number][] = [];
  const server = createServer(({ headers }, reply) => {
    const [, from, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
    ranges.push([Number(from), Number(last) + 1]);
    answer(reply, NEW.subarray(Number(from), Number(last) + 1), ranges.length);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  const folder = await testFolder();
  const to = join(folder, 'file');
  await writeFile(join(folder, 'running'), seed);
  const sha256 = createHash('sha256').update(NEW).digest('hex');
  const wanted = { address: new URL(`http://127.0.0.1:${port}/file`), to, bytes: NEW.length, sha256 };
  const fetch = (options: DownloadOptions = {}, list = listOf(NEW), from = 'running') =>
    downloadChanged(wanted, list, join(folder, from), { pausesMs: [0, 0], ...options });
  return { ranges, to, fetch, files: () => readdir(folder) };
}

test('downloads only what the running version does not have, wherever it has it', async () => {
  const { ranges, to, fetch, files } = await offer();
  const told: number[] = [];
  expect(await fetch({ onBytes: (bytes) => told.push(bytes) })).toBe(CHANGED);
  expect(NEW.equals(await readFile(to))).toBe(true);
  expect(ranges).toEqual([
    [0, BLOCK],
    [201 * BLOCK, 221 * BLOCK],
    [601 * BLOCK, NEW.length],
  ]);
  expect([told[0], told.at(-1)]).toEqual([NEW.length - CHANGED, NEW.length]);
  expect(told).toEqual(told.toSorted((one, other) => one - other));
  expect(await files()).toEqual(['file', 'running']);
  expect([await fetch(), ranges.length]).toEqual([0, 3]);
});

test('continues a part after a lost connection', async () => {
  const { ranges, to, fetch } = await offer((reply, part, request) => {
    if (request !== 2) return send(reply, part, request);
    reply.writeHead(206, { 'content-length': part.length }).write(part.subarray(0, 5_000), () => reply.destroy());
  });
  expect(await fetch()).toBe(CHANGED);
  expect(NEW.equals(await readFile(to))).toBe(true);
  expect(ranges.slice(1, 3)).toEqual([
    [201 * BLOCK, 221 * BLOCK],
    [201 * BLOCK + 5_000, 221 * BLOCK],
  ]);
});

test('continues after an end of the agent with what it has', async () => {
  const ending = new AbortController();
  const { ranges, to, fetch } = await offer((reply, part, request) => {
    if (request !== 2) return send(reply, part, request);
    reply.writeHead(206).write(part.subarray(0, 5 * BLOCK), () => setTimeout(() => ending.abort(), 50));
  });
  await expect(fetch({ signal: ending.signal })).rejects.toThrow('abort');
  expect(await fetch()).toBe(CHANGED - 6 * BLOCK);
  expect(ranges[2]).toEqual([206 * BLOCK, 221 * BLOCK]);
  expect(NEW.equals(await readFile(to))).toBe(true);
});

test('keeps what has arrived while the server is away', async () => {
  let isAway = true;
  const { to, fetch } = await offer((reply, part, request) => {
    if (request === 1 || !isAway) send(reply, part, request);
    else reply.destroy();
  });
  await expect(fetch()).rejects.toThrow('socket hang up');
  isAway = false;
  expect(await fetch()).toBe(CHANGED - BLOCK);
  expect(NEW.equals(await readFile(to))).toBe(true);
});

test('downloads the whole content in parts if the running version has nothing of it', async () => {
  const { ranges, to, fetch } = await offer(send, randomBytes(BLOCK * 10));
  expect(await fetch()).toBe(NEW.length);
  expect([ranges, NEW.equals(await readFile(to))]).toEqual([[[0, NEW.length]], true]);
});

const withoutRange: Answer = (reply) => reply.writeHead(200).end(NEW);
const wrong: Answer = (reply, part) => reply.writeHead(206).end(Buffer.alloc(part.length));
const more: Answer = (reply, part) => reply.writeHead(206).end(Buffer.concat([part, part]));

test.each([
  ['sends no parts', withoutRange],
  ['sends something else', wrong],
  ['sends more than it was asked for', more],
])('leaves a file to a download of the whole if the server %s', async (_, answer) => {
  const { fetch, files } = await offer(answer);
  expect([await fetch(), await files()]).toEqual([null, ['running']]);
});

test('leaves a file to a download of the whole if the list is wrong, or nothing runs', async () => {
  const { fetch, files, ranges } = await offer();
  // The list of another version, as long: what the machine has of that is not of this one.
  const other = Buffer.concat([OLD, randomBytes(BLOCK + TAIL)]);
  expect([await fetch({}, listOf(other)), await files()]).toEqual([null, ['running']]);
  expect(ranges).toEqual([[600 * BLOCK, NEW.length]]);
  expect([await fetch({}, listOf(NEW), 'missing'), await files()]).toEqual([null, ['running']]);
});

test('limits its rate over all parts, of which each arrives at once', async () => {
  const parts = Array.from({ length: 120 }, (_, at) => NEW.subarray(at * 5 * BLOCK, (at * 5 + 4) * BLOCK));
  const { ranges, fetch } = await offer(send, Buffer.concat(parts));
  const began = performance.now();
  const bytes = await fetch({ bytesPerSecond: BLOCK * 480 });
  expect([ranges.length, bytes]).toEqual([120, NEW.length - 480 * BLOCK]);
  expect(performance.now() - began).toBeGreaterThan(240);
});
