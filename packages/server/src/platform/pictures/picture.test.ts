import { crc32, deflateSync } from 'node:zlib';
import { FULL_DEFINITION } from '@berth/contract/testing/full-definition';
import { describe, expect, it } from 'vitest';
import { storableDataUrl, storablePicture } from './picture.ts';
import { DecodingRoom, PictureError } from './picture-bytes.ts';

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

const PIXEL = deflateSync(Buffer.alloc(5));

/** A PNG with 8 bits for each of red, green, blue and transparency. */
function png(width = 1, height = 1, ...more: readonly Buffer[]): Buffer {
  return pngOf({ width, height, chunks: [...more, chunk('IDAT', PIXEL)] });
}

interface Png {
  readonly width?: number;
  readonly height?: number;
  readonly color?: number;
  readonly interlace?: number;
  /** Between header and end. */
  readonly chunks: readonly Buffer[];
}

function pngOf({ width = 1, height = 1, color = 6, interlace = 0, chunks }: Png): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, color, 0, 0, interlace]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), ...chunks, chunk('IEND', Buffer.alloc(0))]);
}

function webp(...chunks: readonly (readonly [name: string, data: Buffer])[]): Buffer {
  const body = chunks.map(([name, data]) => {
    const head = Buffer.from(`${name}\0\0\0\0`, 'latin1');
    head.writeUInt32LE(data.length, 4);
    return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
  });
  const whole = Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBP', 'latin1'), ...body]);
  whole.writeUInt32LE(whole.length - 8, 4);
  return whole;
}

/** A JPEG segment. */
function segment(marker: number, ...data: readonly (Buffer | string)[]): Buffer {
  const body = Buffer.concat(data.map((each) => (typeof each === 'string' ? Buffer.from(each, 'latin1') : each)));
  return Buffer.concat([Buffer.from([0xff, marker, (body.length + 2) >> 8, (body.length + 2) & 0xff]), body]);
}

/** The JPEG with segments in front of its own. */
const jpegWith = (...segments: readonly Buffer[]) =>
  Buffer.concat([JPEG.subarray(0, 2), ...segments, JPEG.subarray(2)]);

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
    const data = chunk('IDAT', deflateSync(Buffer.alloc(4_096 * (1 + 4 * 4_096)), { level: 1 }));
    const picture = url(pngOf({ width: 4_096, height: 4_096, chunks: [data] }));
    const room = new DecodingRoom();
    // Together they would take a machine's memory, and the server's time.
    const taken = [1, 2, 3, 4].map(() => brokenRule(() => storableDataUrl(picture, room)));
    expect(taken).toEqual(['taken', 'taken', 'taken', 'picture-total']);
  });

  it('of PNG must contain its pixels and nothing else in its data', () => {
    const rows = (...filters: readonly number[]) =>
      deflateSync(Buffer.from(filters.flatMap((each) => [each, 1, 2, 3, 4])));
    const rule = (...data: readonly Buffer[]) =>
      brokenRule(() => storablePicture(pngOf({ height: 2, chunks: data.map((each) => chunk('IDAT', each)) }), 'png'));
    const good = rows(0, 4);
    expect(rule(good)).toBe('taken');
    expect(rule(good.subarray(0, 3), Buffer.alloc(0), good.subarray(3))).toBe('taken');
    const evil = Buffer.from('<script>alert(1)</script>');
    expect(rule(Buffer.concat([good, evil]))).toBe('picture-trailing');
    expect(rule(good, evil)).toBe('picture-trailing');
    expect(rule(Buffer.concat([good, good]))).toBe('picture-trailing');
    const broken = [
      [good.subarray(0, 2)],
      [good.subarray(0, -1)],
      [Buffer.alloc(0)],
      [evil],
      [rows(0)],
      [rows(0, 0, 0)],
    ];
    for (const data of [...broken, [rows(0, 5)], [deflateSync(Buffer.alloc(1_000_000))]]) {
      expect(rule(...data)).toBe('picture-broken');
    }
  });

  it('of PNG must have its data in one place', () => {
    const chunks = [
      chunk('IDAT', PIXEL.subarray(0, 4)),
      chunk('tEXt', Buffer.from('a')),
      chunk('IDAT', PIXEL.subarray(4)),
    ];
    expect(brokenRule(() => storablePicture(pngOf({ chunks }), 'png'))).toBe('picture-broken');
  });

  it('of interlaced PNG has the rows of its seven passes', () => {
    // 3 by 3 pixels of one byte, in rows of 1, 1, 2, 1, 1 and 3 pixels, each behind its filter.
    const rule = (length: number) => {
      const chunks = [chunk('IDAT', deflateSync(Buffer.alloc(length)))];
      return brokenRule(() => storablePicture(pngOf({ width: 3, height: 3, color: 0, interlace: 1, chunks }), 'png'));
    };
    expect([14, 15, 16].map(rule)).toEqual(['picture-broken', 'taken', 'picture-broken']);
  });

  it('of animated PNG contains the pixels of each frame and nothing else', () => {
    const control = (sequence: number) => {
      const data = Buffer.alloc(26);
      for (const [at, value] of [sequence, 1, 1].entries()) data.writeUInt32BE(value, 4 * at);
      return chunk('fcTL', data);
    };
    const rule = (frame: Buffer) => {
      const still = [chunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])), control(0), chunk('IDAT', PIXEL)];
      const chunks = [...still, control(1), chunk('fdAT', Buffer.concat([Buffer.from([0, 0, 0, 2]), frame]))];
      return brokenRule(() => storablePicture(pngOf({ chunks }), 'png'));
    };
    expect(rule(PIXEL)).toBe('taken');
    expect(rule(Buffer.concat([PIXEL, Buffer.from('PK')]))).toBe('picture-trailing');
    expect(rule(Buffer.alloc(0))).toBe('picture-broken');
  });

  it('loses its metadata texts', () => {
    const evil = Buffer.from('<script>alert(1)</script>');
    const lossy = WEBPS[0].subarray(20);
    const frame = webp(['VP8 ', lossy], ['EVIL', evil]).subarray(12);
    const pictures = [
      ...['tEXt', 'iCCP', 'eXIf', 'evIl'].map((type) => ['png', png(1, 1, chunk(type, evil))] as const),
      ['png', png(1, 1, chunk('PLTE', Buffer.concat([evil, Buffer.alloc(2)])))],
      ['jpeg', jpegWith(segment(0xfe, evil))],
      ['jpeg', jpegWith(segment(0xe2, 'ICC_PROFILE\0\x01\x01', evil))],
      ['jpeg', jpegWith(segment(0xe1, 'Exif\0\0MM\0*\0\0\0\x08', evil))],
      ['jpeg', jpegWith(segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0', evil))],
      ['jpeg', jpegWith(segment(0xe0, 'JFIF\0\x01\x01\0\0\x01\0\x01\x03\x03', evil))],
      ['jpeg', jpegWith(segment(0xee, 'Adobe\0\x64\0\0\0\0\x01', evil))],
      ['jpeg', jpegWith(segment(0xf0, evil))],
      ['webp', webp(['VP8X', Buffer.from([0x2c, ...Array<number>(9).fill(0)])], ['ICCP', evil], ['VP8 ', lossy])],
      ['webp', webp(['VP8 ', lossy], ['EXIF', evil], ['XMP ', evil])],
      [
        'webp',
        webp(['ANIM', Buffer.concat([Buffer.alloc(6), evil])], ['ANMF', Buffer.concat([Buffer.alloc(16), frame])]),
      ],
      [
        'gif',
        Buffer.concat([
          GIF.subarray(0, 19),
          Buffer.from('21ff0b4e45545343415045322e300301000019', 'hex'),
          evil,
          Buffer.alloc(1),
          GIF.subarray(19),
        ]),
      ],
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
      const kept = storablePicture(bytes, type);
      expect(kept.includes('script')).toBe(false);
      expect(storablePicture(kept, type).equals(kept)).toBe(true);
    }
  });

  it.each([
    'MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0',
    'II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0',
  ])('of JPEG keeps its orientation, and nothing else of its Exif: %j', (tiff) => {
    const kept = storablePicture(jpegWith(segment(0xe1, 'Exif\0\0', tiff, '\0\0\0\0secret place')), 'jpeg');
    expect(kept.includes('secret')).toBe(false);
    const own = Buffer.from('Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0', 'latin1');
    expect(kept.includes(own)).toBe(true);
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
