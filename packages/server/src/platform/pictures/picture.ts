import { createHash } from 'node:crypto';
import { PICTURE_MEGAPIXELS_MAX, PICTURE_SIDE_MAX } from '@berth/contract/limits';
import { readGif } from './gif.ts';
import { readJpeg } from './jpeg.ts';
import { DecodingRoom, PictureError, type PictureParts } from './picture-bytes.ts';
import { readPng } from './png.ts';
import { readWebp } from './webp.ts';

/** Strict parsers of image formats. SVG is not included, because it can contain scripts. */
const READERS = { png: readPng, jpeg: readJpeg, webp: readWebp, gif: readGif } as const;
export type PictureType = keyof typeof READERS;

const DATA_URL = /^data:image\/([a-z]+);base64,([A-Za-z0-9+/]+={0,2})$/;

/**
 * The bytes of an image to store: only what a decoder needs, without texts and other metadata. Throws PictureError
 * unless the bytes are entirely of that type and within the limits of pixels and of what may be decoded.
 */
export function storablePicture(bytes: Buffer, type: PictureType, room = new DecodingRoom()): Buffer {
  const { sizes, kept, decode } = READERS[type](bytes, room);
  if (!sizes.every(fits)) throw new PictureError('picture-size');
  decode?.();
  return Buffer.concat([...kept]);
}

/** The same for a data URL. */
export function storableDataUrl(url: string, room = new DecodingRoom()): string {
  const known = stored.get(hashOf(url));
  if (known !== undefined) {
    room.take(known);
    return url;
  }
  const [, type = '', base64 = ''] = DATA_URL.exec(url) ?? [];
  if (!Object.hasOwn(READERS, type)) throw new PictureError('picture');
  const before = room.used;
  const kept = storablePicture(Buffer.from(base64, 'base64'), type as PictureType, room);
  const result = `data:image/${type};base64,${kept.toString('base64')}`;
  remember(result, room.used - before);
  return result;
}

/** What decoding took for images that are as they are stored: each change of a profile sends all of its images again. */
const stored = new Map<string, number>();
const STORED_MAX = 1_000;

function remember(url: string, decoded: number): void {
  stored.set(hashOf(url), decoded);
  const [oldest] = stored.keys();
  if (stored.size > STORED_MAX && oldest !== undefined) stored.delete(oldest);
}

function hashOf(url: string): string {
  return createHash('sha256').update(url).digest('base64');
}

function fits({ width, height }: PictureParts['sizes'][number]): boolean {
  const longest = Math.max(width, height);
  return (
    Math.min(width, height) > 0 && longest <= PICTURE_SIDE_MAX && width * height <= PICTURE_MEGAPIXELS_MAX * 1_000_000
  );
}
