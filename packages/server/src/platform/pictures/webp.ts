import { PictureBytes, PictureError, type PictureParts, requireSound } from './picture-bytes.ts';

/** Chunks that affect the image; texts (XMP) and unknown chunks are removed. */
const KEPT = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP', 'EXIF']);
/** The flag in VP8X for an XMP chunk. */
const XMP_FLAG = 0x04;

interface Chunk {
  readonly name: string;
  readonly data: Buffer;
  readonly whole: Buffer;
}

/** Reads a WebP chunk by chunk, from the RIFF header to the length it declares. */
export function readWebp(bytes: Buffer): PictureParts {
  const source = new PictureBytes(bytes);
  source.signature('RIFF');
  const length = source.take(4).readUInt32LE();
  source.signature('WEBP');
  if (bytes.length > length + 8) throw new PictureError('picture-trailing');
  requireSound(bytes.length === length + 8);
  const chunks: Chunk[] = [];
  while (source.at < bytes.length) chunks.push(readChunk(source));
  const sizes = chunks.flatMap(sizeOf);
  requireSound(chunks.some(({ name }) => name === 'VP8 ' || name === 'VP8L' || name === 'ANMF') && sizes.length > 0);
  const kept = chunks.filter(({ name }) => KEPT.has(name)).map(withoutFlag);
  const header = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1');
  header.writeUInt32LE(4 + kept.reduce((sum, { length }) => sum + length, 0), 4);
  return { sizes, kept: [header, ...kept] };
}

function readChunk(source: PictureBytes): Chunk {
  const start = source.at;
  const name = source.take(4).toString('latin1');
  const length = source.take(4).readUInt32LE();
  const data = source.take(length);
  source.take(length % 2);
  return { name, data, whole: source.since(start) };
}

function sizeOf({ name, data }: Chunk): PictureParts['sizes'] {
  if (name === 'VP8X') {
    requireSound(data.length === 10);
    return [{ width: data.readUIntLE(4, 3) + 1, height: data.readUIntLE(7, 3) + 1 }];
  }
  if (name === 'ANMF') {
    requireSound(data.length > 16);
    return [{ width: data.readUIntLE(6, 3) + 1, height: data.readUIntLE(9, 3) + 1 }];
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

function withoutFlag({ name, whole }: Chunk): Buffer {
  if (name !== 'VP8X') return whole;
  const copy = Buffer.from(whole);
  copy[8] = (copy[8] ?? 0) & ~XMP_FLAG;
  return copy;
}
