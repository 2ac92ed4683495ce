import { crc32, inflateSync } from 'node:zlib';
import { type DecodingRoom, PictureBytes, PictureError, type PictureParts, requireSound } from './picture-bytes.ts';

const SIGNATURE = '\x89PNG\r\n\x1a\n';
const CRITICAL: ReadonlySet<string> = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND']);
/** Other chunks that affect the image, by their size; texts, color profiles and private chunks are removed. */
const SIZES: Readonly<Record<string, number>> = { gAMA: 4, cHRM: 32, sRGB: 1, acTL: 8, fcTL: 26 };
/** Bits of a sample, and samples of a pixel, by color type (PNG, third edition, 11.2.1). */
const COLORS: Readonly<Record<number, { readonly depths: readonly number[]; readonly samples: number }>> = {
  0: { depths: [1, 2, 4, 8, 16], samples: 1 },
  2: { depths: [8, 16], samples: 3 },
  3: { depths: [1, 2, 4, 8], samples: 1 },
  4: { depths: [8, 16], samples: 2 },
  6: { depths: [8, 16], samples: 4 },
};
const WHOLE = [[0, 0, 1, 1]] as const;
/** Adam7: first column and row of each pass, and the steps between its columns and rows. */
const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;
const FILTER_MAX = 4;

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
  readonly whole: Buffer;
}

interface Format {
  readonly color: number;
  readonly bitsPerPixel: number;
  readonly passes: readonly (readonly [number, number, number, number])[];
}

/** An image or a frame of an animation, with its compressed rows. */
interface Frame {
  readonly width: number;
  readonly height: number;
  readonly data: Buffer[];
}

/**
 * Reads a PNG from its signature to IEND: checks checksums, the header's values and the order of chunks, and decompresses
 * every frame, whose rows must be all there and nothing else.
 */
export function readPng(bytes: Buffer, room: DecodingRoom): PictureParts {
  const source = new PictureBytes(bytes);
  source.signature(SIGNATURE);
  const chunks: Chunk[] = [];
  while (chunks.at(-1)?.type !== 'IEND') chunks.push(readChunk(source));
  source.end();
  const { format, ...size } = readHeader(chunks);
  const kept = chunks.filter((chunk) => isKept(chunk, format.color, chunks));
  const single = kept.map(({ type }) => type).filter((type) => !['IDAT', 'fcTL', 'fdAT'].includes(type));
  requireSound(new Set(single).size === single.length);
  const frames = framesOf(kept, size);
  return {
    sizes: [size, ...frames],
    kept: [Buffer.from(SIGNATURE, 'latin1'), ...kept.map(({ whole }) => whole)],
    decode: () => {
      for (const frame of frames) decodeFrame(frame, format, room);
    },
  };
}

function readHeader(chunks: readonly Chunk[]): { width: number; height: number; format: Format } {
  const [header] = chunks;
  if (header?.type !== 'IHDR' || header.data.length !== 13) throw new PictureError('picture-broken');
  const [depth = 0, color = 0, compression, filter, interlace = 0] = header.data.subarray(8);
  const known = COLORS[color];
  if (!known?.depths.includes(depth) || compression !== 0 || filter !== 0 || interlace > 1) {
    throw new PictureError('picture-broken');
  }
  const types = chunks.map(({ type }) => type);
  // Its image data stands together, and IEND is empty: nothing hides between or in them (11.2.3, 11.2.4).
  requireSound(
    types.lastIndexOf('IDAT') - types.indexOf('IDAT') === types.filter((type) => type === 'IDAT').length - 1,
  );
  requireSound(types.includes('IDAT') && chunks.at(-1)?.data.length === 0);
  requireSound(color !== 3 || types.includes('PLTE'));
  return {
    width: header.data.readUInt32BE(0),
    height: header.data.readUInt32BE(4),
    format: { color, bitsPerPixel: depth * known.samples, passes: interlace === 1 ? ADAM7 : WHOLE },
  };
}

/** Throws for a chunk of a size that its type does not have. */
function isKept({ type, data: { length } }: Chunk, color: number, chunks: readonly Chunk[]): boolean {
  const colors = (chunks.find((each) => each.type === 'PLTE')?.data.length ?? 0) / 3;
  if (type === 'PLTE') {
    requireSound(length % 3 === 0 && colors >= 1 && colors <= 256);
    // Beside full colors it is a suggestion.
    return color === 3;
  }
  if (type === 'tRNS') {
    requireSound(color === 3 ? length <= colors : length === (color === 0 ? 2 : 6));
    return color === 0 || color === 2 || color === 3;
  }
  const size = SIZES[type];
  requireSound(size === undefined || size === length);
  return size !== undefined || CRITICAL.has(type) || type === 'fdAT';
}

/** The image, and the frames of an animation, of which the image may be the first. */
function framesOf(chunks: readonly Chunk[], size: { readonly width: number; readonly height: number }): Frame[] {
  const image: Frame = { ...size, data: [] };
  const frames = [image];
  const hasFirst = chunks.findIndex(({ type }) => type === 'fcTL') < chunks.findIndex(({ type }) => type === 'IDAT');
  let isFirst = hasFirst;
  for (const { type, data } of chunks) {
    if (type === 'IDAT') image.data.push(data);
    if (type === 'fcTL') {
      const frame = { width: data.readUInt32BE(4), height: data.readUInt32BE(8), data: [] };
      if (isFirst) requireSound(frame.width === size.width && frame.height === size.height);
      else frames.push(frame);
      isFirst = false;
    }
    if (type === 'fdAT') {
      const frame = frames.at(-1);
      requireSound(data.length >= 4 && frame !== undefined && frame !== image);
      // After the sequence number.
      frame?.data.push(data.subarray(4));
    }
  }
  return frames;
}

function decodeFrame({ width, height, data }: Frame, { bitsPerPixel, passes }: Format, room: DecodingRoom): void {
  const rows = passes.flatMap(([x, y, dx, dy]) => {
    const [across, down] = [Math.ceil((width - x) / dx), Math.ceil((height - y) / dy)];
    return across > 0 && down > 0 ? [{ count: down, bytes: 1 + Math.ceil((across * bitsPerPixel) / 8) }] : [];
  });
  const length = rows.reduce((sum, { count, bytes }) => sum + count * bytes, 0);
  room.take(length);
  const packed = Buffer.concat(data);
  const { pixels, used } = inflated(packed, length);
  if (used < packed.length) throw new PictureError('picture-trailing');
  requireSound(pixels.length === length);
  let at = 0;
  for (const { count, bytes } of rows) {
    for (let row = 0; row < count; row += 1, at += bytes) requireSound((pixels[at] ?? 0) <= FILTER_MAX);
  }
}

/** The rows, never more of them than expected, and how much of the data they took. */
function inflated(packed: Buffer, length: number): { readonly pixels: Buffer; readonly used: number } {
  try {
    // One piece for all of it, so that it is not copied.
    const chunkSize = Math.max(64, length + 1);
    const { buffer, engine } = inflateSync(packed, { maxOutputLength: length, chunkSize, info: true }) as unknown as {
      readonly buffer: Buffer;
      readonly engine: { readonly bytesWritten: number };
    };
    return { pixels: buffer, used: engine.bytesWritten };
  } catch {
    throw new PictureError('picture-broken');
  }
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
  requireSound(CRITICAL.has(type) || type.charAt(0) !== type.charAt(0).toUpperCase());
  return { type, data, whole: source.since(start) };
}
