import { crc32 } from 'node:zlib';
import { PictureBytes, PictureError, type PictureParts, requireSound } from './picture-bytes.ts';

const SIGNATURE = '\x89PNG\r\n\x1a\n';
/** Chunks that affect the image, including animation; texts, times and private chunks are removed. */
const KEPT = new Set('IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB bKGD pHYs acTL fcTL fdAT'.split(' '));
/** Bits per sample by color type (PNG, third edition, 11.2.1). */
const DEPTHS: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
  readonly whole: Buffer;
}

/** Reads a PNG from its signature to IEND: checks checksums, the header's values, and the order of required chunks. */
export function readPng(bytes: Buffer): PictureParts {
  const source = new PictureBytes(bytes);
  source.signature(SIGNATURE);
  const chunks: Chunk[] = [];
  while (chunks.at(-1)?.type !== 'IEND') chunks.push(readChunk(source));
  source.end();
  const [header] = chunks;
  requireSound(header?.type === 'IHDR' && header.data.length === 13);
  const [width = 0, height = 0] = [header?.data.readUInt32BE(0), header?.data.readUInt32BE(4)];
  const [depth = 0, color = 0, ...methods] = header?.data.subarray(8) ?? [];
  requireSound(DEPTHS[color]?.includes(depth) === true && methods.every((method, at) => method <= (at === 2 ? 1 : 0)));
  const types = chunks.map(({ type }) => type);
  requireSound(types.filter((type) => type === 'IHDR').length === 1 && types.includes('IDAT'));
  // IEND closes the image and is empty: nothing hides in it (PNG, third edition, 11.2.4).
  requireSound(chunks.at(-1)?.data.length === 0);
  requireSound(color !== 3 || types.includes('PLTE'));
  // The zlib header; then deflate data and a checksum.
  const data = chunks.find(({ type, data }) => type === 'IDAT' && data.length > 0)?.data ?? Buffer.alloc(2);
  requireSound(data.length < 2 || ((data[0] ?? 0) % 16 === 8 && data.readUInt16BE(0) % 31 === 0));
  const kept = chunks.filter(({ type }) => KEPT.has(type)).map(({ whole }) => whole);
  const frames = chunks.filter(({ type, data }) => type === 'fcTL' && data.length >= 12);
  return {
    sizes: [
      { width, height },
      ...frames.map(({ data }) => ({ width: data.readUInt32BE(4), height: data.readUInt32BE(8) })),
    ],
    kept: [Buffer.from(SIGNATURE, 'latin1'), ...kept],
  };
}

function readChunk(source: PictureBytes): Chunk {
  const start = source.at;
  const length = source.take(4).readUInt32BE();
  const named = source.take(4);
  const type = named.toString('latin1');
  if (!/^[A-Za-z]{4}$/.test(type)) throw new PictureError('picture-broken');
  const data = source.take(length);
  requireSound(source.take(4).readUInt32BE() === crc32(data, crc32(named)));
  // An upper-case first letter marks a critical chunk, which decoders must not ignore.
  requireSound(KEPT.has(type) || type.charAt(0) !== type.charAt(0).toUpperCase());
  return { type, data, whole: source.since(start) };
}
