import { PictureBytes, PictureError, type PictureParts, requireSound } from './picture-bytes.ts';

const [EXTENSION, IMAGE, TRAILER] = [0x21, 0x2c, 0x3b];
const [CONTROL, APPLICATION] = [0xf9, 0xff];

/** Reads a GIF block by block, from its header to its trailer. */
export function readGif(bytes: Buffer): PictureParts {
  const source = new PictureBytes(bytes);
  source.signature('GIF87a', 'GIF89a');
  const screen = source.take(7);
  skipColors(source, screen[4] ?? 0);
  const sizes = [{ width: screen.readUInt16LE(0), height: screen.readUInt16LE(2) }];
  const kept = [source.since(0)];
  for (;;) {
    const start = source.at;
    const [kind] = source.take(1);
    if (kind === TRAILER) break;
    if (kind === EXTENSION) {
      const [label] = source.take(1);
      const first = skipBlocks(source);
      const repeats = label === APPLICATION && first.toString('latin1') === 'NETSCAPE2.0';
      // Longer ones have more blocks than decoders read.
      const { length } = source.since(start);
      if ((label === CONTROL && length === 8) || (repeats && length === 19)) kept.push(source.since(start));
    } else if (kind === IMAGE) {
      const place = source.take(9);
      sizes.push({ width: place.readUInt16LE(4), height: place.readUInt16LE(6) });
      skipColors(source, place[8] ?? 0);
      source.take(1);
      requireSound(skipBlocks(source).length > 0);
      kept.push(source.since(start));
    } else {
      throw new PictureError('picture-broken');
    }
  }
  source.end();
  requireSound(sizes.length > 1);
  return { sizes, kept: [...kept, Buffer.from([TRAILER])] };
}

/** A color table, if the flags include one. */
function skipColors(source: PictureBytes, flags: number): void {
  if ((flags & 0x80) !== 0) source.take(3 * 2 ** ((flags & 0x07) + 1));
}

/** Data blocks until the empty one; returns the first. */
function skipBlocks(source: PictureBytes): Buffer {
  let first: Buffer | undefined;
  for (;;) {
    const block = source.take(source.take(1)[0] ?? 0);
    first ??= block;
    if (block.length === 0) return first;
  }
}
