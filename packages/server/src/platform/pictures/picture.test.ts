import { crc32, deflateSync } from 'node:zlib';
import { FULL_DEFINITION } from '@berth/contract/testing/full-definition';
import { describe, expect, it } from 'vitest';
import { storableDataUrl, storablePicture } from './picture.ts';
import { PictureError } from './picture-bytes.ts';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
/** Lossy and lossless. */
const WEBPS = [
  Buffer.from('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', 'base64'),
  Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64'),
] as const;
const JPEG = Buffer.from(FULL_DEFINITION.thinhoc.customization.logo.split(',')[1] ?? '', 'base64');

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

function png(width = 1, height = 1, ...more: readonly Buffer[]): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 6, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const data = chunk('IDAT', deflateSync(Buffer.alloc(5)));
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), ...more, data, chunk('IEND', Buffer.alloc(0))]);
}

function brokenRule(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    if (error instanceof PictureError) return error.rule;
    throw error;
  }
  return 'taken';
}

const url = (bytes: Buffer | string, type = 'png') =>
  `data:image/${type};base64,${Buffer.from(bytes).toString('base64')}`;
const WHOLE = [
  ['png', png()],
  ['jpeg', JPEG],
  ['gif', GIF],
  ['webp', WEBPS[0]],
  ['webp', WEBPS[1]],
] as const;

describe('a picture', () => {
  it.each(WHOLE)('of %s is accepted', (type, bytes) => {
    expect(storablePicture(storablePicture(bytes, type), type).length).toBeGreaterThan(20);
    expect(storableDataUrl(url(bytes, type))).toBe(url(storablePicture(bytes, type), type));
  });

  it.each(WHOLE)('of %s is rejected with trailing data or cut off anywhere', (type, bytes) => {
    for (const behind of ['<script>alert(1)</script>', 'PK\x03\x04', '\0']) {
      expect(brokenRule(() => storablePicture(Buffer.concat([bytes, Buffer.from(behind)]), type))).toBe(
        'picture-trailing',
      );
    }
    for (let length = 12; length < bytes.length; length += 1) {
      expect(brokenRule(() => storablePicture(bytes.subarray(0, length), type))).toBe('picture-broken');
    }
  });

  it('of PNG is rejected with data in its closing chunk', () => {
    const bytes = Buffer.concat([png().subarray(0, -12), chunk('IEND', Buffer.from('<script>alert(1)</script>'))]);
    expect(brokenRule(() => storablePicture(bytes, 'png'))).toBe('picture-broken');
  });

  it.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['nothing', 'x'],
    ['a GIF', GIF],
  ])('that is %s is not a PNG', (_, bytes) => {
    expect(brokenRule(() => storableDataUrl(url(bytes)))).toBe('picture');
  });

  it('must not be SVG, and must be a data URL', () => {
    for (const text of [url('<svg/>', 'svg+xml'), 'data:image/png,x', 'https://example.org/a.png']) {
      expect(brokenRule(() => storableDataUrl(text))).toBe('picture');
    }
  });

  it.each([
    [0, 0],
    [0, 9],
    [30_000, 30_000],
    [8_193, 1],
    [4_200, 4_200],
  ])('of %i by %i pixels is rejected', (width, height) => {
    expect(brokenRule(() => storablePicture(png(width, height), 'png'))).toBe('picture-size');
    const gif = Buffer.from(GIF);
    gif.writeUInt16LE(width, 6);
    gif.writeUInt16LE(height, 8);
    expect(brokenRule(() => storablePicture(gif, 'gif'))).toBe('picture-size');
    const jpeg = Buffer.from(JPEG);
    const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
    jpeg.writeUInt16BE(height, frame + 5);
    jpeg.writeUInt16BE(width, frame + 7);
    expect(brokenRule(() => storablePicture(jpeg, 'jpeg'))).toBe('picture-size');
  });

  it('of 4,096 by 4,096 pixels is accepted', () => {
    expect(brokenRule(() => storablePicture(png(4_096, 4_096), 'png'))).toBe('taken');
  });

  it('loses its metadata texts', () => {
    const evil = Buffer.from('<script>alert(1)</script>');
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, evil.length + 2]), evil]);
    const pictures = [
      ['png', png(1, 1, chunk('tEXt', evil))],
      ['jpeg', Buffer.concat([JPEG.subarray(0, 2), comment, JPEG.subarray(2)])],
      [
        'gif',
        Buffer.concat([
          GIF.subarray(0, 19),
          Buffer.from([0x21, 0xfe, evil.length]),
          evil,
          Buffer.alloc(1),
          GIF.subarray(19),
        ]),
      ],
    ] as const;
    for (const [type, bytes] of pictures) {
      expect(bytes.includes('script')).toBe(true);
      expect(storablePicture(bytes, type).includes('script')).toBe(false);
    }
  });

  it('with a wrong checksum, an unknown critical chunk, or no data is damaged', () => {
    const wrong = png();
    wrong.writeUInt8(wrong.readUInt8(17) ^ 1, 17);
    const empty = Buffer.concat([png().subarray(0, 33), chunk('IEND', Buffer.alloc(0))]);
    for (const bytes of [wrong, png(1, 1, chunk('EVIL', Buffer.alloc(1))), empty]) {
      expect(brokenRule(() => storablePicture(bytes, 'png'))).toBe('picture-broken');
    }
  });
});
