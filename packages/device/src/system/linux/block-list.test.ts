import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '../../testing/folders.ts';
import { HASH_BYTES, hashOfBlock, publishedBlocks, verityBlocks } from './block-list.ts';
import { findProgram } from './programs.ts';

const HASH = Buffer.alloc(HASH_BYTES).toString('base64');

// More than one level of hashes, and one that is full.
test.each([300, 128])('reads %i blocks of veritysetup', async (count) => {
  const folder = await testFolder();
  const [root, verity] = [join(folder, 'root'), join(folder, 'verity')];
  const content = randomBytes(count * 4_096);
  await writeFile(root, content);
  execFileSync(findProgram('veritysetup') ?? 'veritysetup', ['format', `--salt=${'ab'.repeat(32)}`, root, verity]);
  const list = await verityBlocks(verity, content.length);
  if (list === null) throw new Error('no list');
  const hashes = Array.from({ length: count }, (_, at) =>
    hashOfBlock(list, content.subarray(at * 4_096, (at + 1) * 4_096)),
  );
  expect(list.hashes.toString('latin1')).toBe(hashes.join(''));
  expect(await verityBlocks(verity, content.length + 4_096)).toBeNull();
  await truncate(verity, (await readFile(verity)).length - 4_096);
  expect(await verityBlocks(verity, content.length)).toBeNull();
  expect(await verityBlocks(root, content.length)).toBeNull();
});

test('a file that is too short for hashes has none', async () => {
  const file = join(await testFolder(), 'verity');
  await writeFile(file, 'content');
  expect(await verityBlocks(file, 4_096)).toBeNull();
});

test.each([
  ['no JSON', '<html>'],
  ['no list', '{}'],
  ['a list of another file', JSON.stringify({ blockBytes: 4096, sha256: [HASH] })],
  ['no hashes', JSON.stringify({ blockBytes: 4096, sha256: ['a', 'b'] })],
  ['no size', JSON.stringify({ blockBytes: 0, sha256: [HASH, HASH] })],
])('%s is no list of blocks', (_, text) => {
  expect(publishedBlocks(text, 5_000)).toBeNull();
});

test('reads a published list', () => {
  const list = publishedBlocks(JSON.stringify({ blockBytes: 4096, sha256: [HASH, HASH] }), 5_000);
  expect(list).toEqual({ blockBytes: 4096, salt: Buffer.alloc(0), hashes: Buffer.alloc(2 * HASH_BYTES) });
});
