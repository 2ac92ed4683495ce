import { PictureBytes, PictureError, type PictureParts, requireSound } from './picture-bytes.ts';

/** Chunks that affect the image; color profiles, Exif, XMP and unknown chunks are removed. */
const KEPT: ReadonlySet<string> = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF']);
/** The same inside of a frame of an animation. */
const KEPT_IN_FRAME: ReadonlySet<string> = new Set(['VP8 ', 'VP8L', 'ALPH']);
/** Flags in VP8X for an animation and for transparency; others announce chunks that are removed. */
const KEPT_FLAGS = 0x12;
/** Of ANMF: place, size, duration and how the frame is drawn. */
const FRAME_HEAD = 16;

interface Chunk {
  readonly name: string;
  readonly data: Buffer;
}

/** Reads a WebP chunk by chunk, from the RIFF header to the length it declares. */
export function readWebp(bytes: Buffer): PictureParts {
  const source = new PictureBytes(bytes);
  source.signature('RIFF');
  const length = source.take(4).readUInt32LE();
  source.signature('WEBP');
  if (bytes.length > length + 8) throw new PictureError('picture-trailing');
  requireSound(bytes.length === length + 8);
  const chunks = readChunks(source, bytes.length);
  const sizes = chunks.flatMap(sizesOf);
  requireSound(chunks.some(({ name }) => name === 'VP8 ' || name === 'VP8L' || name === 'ANMF') && sizes.length > 0);
  const kept = chunks.filter(({ name }) => KEPT.has(name)).map(rewritten);
  const header = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1');
  header.writeUInt32LE(4 + kept.reduce((sum, { length }) => sum + length, 0), 4);
  return { sizes, kept: [header, ...kept] };
}

function readChunks(source: PictureBytes, end: number): Chunk[] {
  const chunks: Chunk[] = [];
  while (source.at < end) {
    const name = source.take(4).toString('latin1');
    const length = source.take(4).readUInt32LE();
    chunks.push({ name, data: source.take(length) });
    source.take(length % 2);
  }
  return chunks;
}

/** The chunks of a frame of an animation. */
function frameChunks(data: Buffer): Chunk[] {
  const inner = data.subarray(FRAME_HEAD);
  return readChunks(new PictureBytes(inner), inner.length).filter(({ name }) => KEPT_IN_FRAME.has(name));
}

function sizesOf({ name, data }: Chunk): PictureParts['sizes'] {
  if (name === 'VP8X') {
    requireSound(data.length === 10);
    return [{ width: data.readUIntLE(4, 3) + 1, height: data.readUIntLE(7, 3) + 1 }];
  }
  if (name === 'ANMF') {
    requireSound(data.length > FRAME_HEAD);
    const size = { width: data.readUIntLE(6, 3) + 1, height: data.readUIntLE(9, 3) + 1 };
    return [size, ...frameChunks(data).flatMap(sizesOf)];
  }
  if (name === 'VP8L') {
    requireSound(data.length > 5 && data[0] === 0x2f);
    const bits = data.readUInt32LE(1);
    return [{ width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }];
  }
  if (name !== 'VP8 ') return [];
  requireSound(data.length > 10 && data.readUIntBE(3, 3) === 0x9d012a);
  return [{ width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff }];
}

function rewritten({ name, data }: Chunk): Buffer {
  if (name === 'VP8X') return chunkOf(name, Buffer.from([(data[0] ?? 0) & KEPT_FLAGS, 0, 0, 0, ...data.subarray(4)]));
  if (name === 'ANIM') return chunkOf(name, data.subarray(0, 6));
  if (name !== 'ANMF') return chunkOf(name, data);
  return chunkOf(name, Buffer.concat([data.subarray(0, FRAME_HEAD), ...frameChunks(data).map(rewritten)]));
}

function chunkOf(name: string, data: Buffer): Buffer {
  const head = Buffer.from(`${name}\0\0\0\0`, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}
