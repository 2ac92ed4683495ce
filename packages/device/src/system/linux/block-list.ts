import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { OsBlocks } from '@berth/contract/device/os-manifest';
import { checker } from '../../state/schema.ts';

/** A file's blocks by their hashes: those that a machine has need not be downloaded. */
export interface BlockList {
  readonly blockBytes: number;
  /** Hashed before each block. */
  readonly salt: Buffer;
  /** SHA-256 of each block, one after another. */
  readonly hashes: Buffer;
}

/** Bytes of a SHA-256. */
export const HASH_BYTES = 32;
const checkBlocks = checker(OsBlocks);

/** The hash of a block as the list has it, as text to compare. */
export function hashOfBlock({ salt }: BlockList, block: Buffer): string {
  return createHash('sha256').update(salt).update(block).digest().toString('latin1');
}

/**
 * Reads the blocks of a root file system from its dm-verity hashes: their lowest level lists them all, so that a version has
 * no other list to download. Null: not of a file of this size, or not as we make it (`veritysetup format`).
 */
export async function verityBlocks(file: string, bytes: number): Promise<BlockList | null> {
  const opened = await open(file, 'r');
  try {
    const head = Buffer.alloc(512);
    await opened.read(head, 0, head.length, 0);
    const [blockBytes, hashBlockBytes] = [head.readUInt32LE(64), head.readUInt32LE(68)];
    const [count, saltBytes] = [Number(head.readBigUInt64LE(72)), head.readUInt16LE(80)];
    const isOurs =
      head.toString('latin1', 0, 8) === 'verity\0\0' &&
      head.readUInt32LE(8) === 1 &&
      head.readUInt32LE(12) === 1 &&
      head.toString('latin1', 32, 39) === 'sha256\0';
    if (!isOurs || blockBytes < 512 || hashBlockBytes < 512 || saltBytes > 256) return null;
    if (count * blockBytes !== bytes) return null;
    const sizes = levelSizes(count, hashBlockBytes);
    const lowest = sizes[0];
    const { size } = await opened.stat();
    if (lowest === undefined || size !== sizes.reduce((sum, each) => sum + each, hashBlockBytes)) return null;
    // The levels are from the highest to the lowest.
    const hashes = Buffer.alloc(count * HASH_BYTES);
    await opened.read(hashes, 0, hashes.length, size - lowest);
    return { blockBytes, salt: head.subarray(88, 88 + saltBytes), hashes };
  } finally {
    await opened.close();
  }
}

/** Bytes of each level of dm-verity's hashes, the lowest first. A single block has none: its hash is the root hash. */
function levelSizes(blocks: number, hashBlockBytes: number): number[] {
  if (blocks <= 1) return [];
  const hashBlocks = Math.ceil(blocks / (hashBlockBytes / HASH_BYTES));
  return [hashBlocks * hashBlockBytes, ...levelSizes(hashBlocks, hashBlockBytes)];
}

/** Reads a published list of a file's blocks. Null: it is none, or of a file of another size. */
export function publishedBlocks(text: string, bytes: number): BlockList | null {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    return null;
  }
  if (checkBlocks(list).length > 0) return null;
  const { blockBytes, sha256 } = list as OsBlocks;
  if (Math.ceil(bytes / blockBytes) !== sha256.length) return null;
  const hashes = Buffer.concat(sha256.map((each) => Buffer.from(each, 'base64')));
  return { blockBytes, salt: Buffer.alloc(0), hashes };
}
