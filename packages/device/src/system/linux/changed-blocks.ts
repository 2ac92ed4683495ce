import { type FileHandle, open, rm } from 'node:fs/promises';
import { setImmediate as others } from 'node:timers/promises';
import { keptConnection } from '../http-request.ts';
import { type BlockList, HASH_BYTES, hashOfBlock } from './block-list.ts';
import { accept, isComplete, sizeOf, type Wanted } from './download.ts';
import { attempt, DownloadError, type DownloadOptions, fetchPart, paceOf } from './http-download.ts';

/** Read at once, so that the agent does its other work between. */
const PIECE_BYTES = 1024 ** 2;
/** Entries of a list, likewise. */
const PIECE_ENTRIES = 4_096;
/** Blocks that the machine has are fetched if they are fewer than these between others: a request costs more. */
const GAP_BYTES = 8 * 1024;

/**
 * Downloads the blocks of a file that neither `seed`, such as the running version, nor an earlier attempt has. Verifies the
 * file's hash, as `download` does, and like that keeps what has arrived for a later attempt. Resolves to the number of bytes
 * downloaded; null if the file cannot be had in this way, such as from a server that sends no parts.
 */
export async function downloadChanged(
  wanted: Wanted,
  list: BlockList,
  seed: string,
  options: DownloadOptions = {},
): Promise<number | null> {
  if (await isComplete(wanted)) return 0;
  const file = `${wanted.to}.blocks`;
  const ranges = await copyKnown(wanted, file, list, seed).catch(() => null);
  try {
    if (ranges) {
      await fetchRanges(wanted, file, ranges, options);
      await accept(wanted, file);
      return bytesOf(ranges);
    }
  } catch (error) {
    if (!(error instanceof DownloadError)) throw error;
  }
  await rm(file, { force: true });
  return null;
}

/** Puts together what the machine has of a file, and resolves to what it does not. */
async function copyKnown({ bytes }: Wanted, file: string, list: BlockList, seed: string): Promise<Range[]> {
  const output = await open(file, (await sizeOf(file)) > 0 ? 'r+' : 'w+');
  try {
    const blocks = await blocksOf(list);
    // Of an earlier attempt.
    await eachBlock(output, list, (hash, at) => {
      for (const place of blocks.places(hash)) if (place === at) blocks.found(place);
    });
    await output.truncate(bytes);
    const source = await open(seed, 'r');
    try {
      await copyBlocks(source, output, list, blocks);
    } finally {
      await source.close();
    }
    return rangesOf(blocks.missing, list.blockBytes, bytes);
  } finally {
    await output.close();
  }
}

/** Bytes of a file, `end` excluded. */
interface Range {
  from: number;
  end: number;
}

/** Which blocks are missing, and where each is in the file: the same one may be in many places. */
async function blocksOf({ hashes }: BlockList) {
  const count = hashes.length / HASH_BYTES;
  const missing = new Uint8Array(count).fill(1);
  const first = new Map<string, number>();
  const next = new Int32Array(count).fill(-1);
  for (let at = count - 1; at >= 0; at -= 1) {
    const hash = hashes.toString('latin1', at * HASH_BYTES, (at + 1) * HASH_BYTES);
    next[at] = first.get(hash) ?? -1;
    first.set(hash, at);
    if (at % PIECE_ENTRIES === 0) await others();
  }
  return {
    missing,
    found: (at: number) => {
      missing[at] = 0;
    },
    *places(hash: string) {
      for (let at = first.get(hash) ?? -1; at >= 0; at = next[at] ?? -1) yield at;
    },
  };
}

/** Reads a file in pieces, and hashes its blocks. Resolves after the last whole block, or a shorter one at its end. */
async function eachBlock(
  source: FileHandle,
  list: BlockList,
  onBlock: (hash: string, at: number, block: Buffer) => void,
  onPiece: () => Promise<void> = async () => {},
): Promise<void> {
  const { blockBytes } = list;
  const piece = Buffer.alloc(Math.max(1, Math.floor(PIECE_BYTES / blockBytes)) * blockBytes);
  for (let from = 0; ; from += piece.length) {
    const { bytesRead } = await source.read(piece, 0, piece.length, from);
    for (let at = 0; at < bytesRead; at += blockBytes) {
      const block = piece.subarray(at, Math.min(at + blockBytes, bytesRead));
      onBlock(hashOfBlock(list, block), (from + at) / blockBytes, block);
    }
    await onPiece();
    if (bytesRead < piece.length) return;
  }
}

/** Copies the blocks that are missing and that `source` has. */
async function copyBlocks(
  source: FileHandle,
  output: FileHandle,
  list: BlockList,
  blocks: Awaited<ReturnType<typeof blocksOf>>,
) {
  // Blocks that follow each other here as there are written at once.
  let runs: { at: number; parts: Buffer[] }[] = [];
  const onBlock = (hash: string, _at: number, block: Buffer) => {
    for (const at of blocks.places(hash)) {
      if (!blocks.missing[at]) continue;
      blocks.found(at);
      const last = runs.at(-1);
      if (last && last.at + last.parts.length === at) last.parts.push(block);
      else runs.push({ at, parts: [block] });
    }
  };
  await eachBlock(source, list, onBlock, async () => {
    for (const { at, parts } of runs) await output.writev(parts, at * list.blockBytes);
    runs = [];
  });
}

function rangesOf(missing: Uint8Array, blockBytes: number, bytes: number): Range[] {
  const ranges: Range[] = [];
  for (const [at, isMissing] of missing.entries()) {
    if (!isMissing) continue;
    const [from, end] = [at * blockBytes, Math.min((at + 1) * blockBytes, bytes)];
    const last = ranges.at(-1);
    if (last && from - last.end <= GAP_BYTES) last.end = end;
    else ranges.push({ from, end });
  }
  return ranges;
}

async function fetchRanges(
  { address, bytes }: Wanted,
  file: string,
  ranges: readonly Range[],
  options: DownloadOptions,
): Promise<void> {
  const { onBytes } = options;
  const kept = keptConnection(address);
  const pace = paceOf(options.bytesPerSecond);
  let left = bytesOf(ranges);
  try {
    onBytes?.(bytes - left);
    for (const { from, end } of ranges) {
      const after = left - (end - from);
      let arrived = from;
      const onPart = (at: number) => {
        arrived = at;
        onBytes?.(bytes - after - (end - at));
      };
      const fetch = () =>
        fetchPart({ address, file, from: arrived, end, isInner: true, kept, pace }, { ...options, onBytes: onPart });
      await attempt(() => end - arrived, fetch, options);
      left = after;
    }
  } finally {
    kept.destroy();
  }
}

function bytesOf(ranges: readonly Range[]): number {
  return ranges.reduce((sum, { from, end }) => sum + end - from, 0);
}
