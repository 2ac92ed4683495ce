import { deflateSync } from 'node:zlib';
import { type Color, toGamma } from './color.ts';
import { randoms } from './noise.ts';

/** A picture in the making: light amounts row by row. */
export interface Canvas {
  readonly width: number;
  readonly height: number;
  readonly light: Float32Array;
}

export function canvas(width: number, height: number): Canvas {
  return { width, height, light: new Float32Array(width * height * 3) };
}

export function get({ light, width }: Canvas, x: number, y: number): Color {
  const at = (y * width + x) * 3;
  return { r: light[at] ?? 0, g: light[at + 1] ?? 0, b: light[at + 2] ?? 0 };
}

export function set({ light, width }: Canvas, x: number, y: number, { r, g, b }: Color): void {
  const at = (y * width + x) * 3;
  light[at] = r;
  light[at + 1] = g;
  light[at + 2] = b;
}

/** Calls `shade` for every pixel of the rows from `top` to `bottom` with the colour that is there. */
export function shadeRows(
  picture: Canvas,
  top: number,
  bottom: number,
  shade: (x: number, y: number, there: Color) => Color,
): void {
  const last = Math.min(picture.height, Math.ceil(bottom));
  for (let y = Math.max(0, Math.floor(top)); y < last; y++) {
    for (let x = 0; x < picture.width; x++) set(picture, x, y, shade(x, y, get(picture, x, y)));
  }
}

function chunk(type: string, body: Buffer): Buffer {
  const name = Buffer.from(type, 'latin1');
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length);
  const checked = Buffer.concat([name, body]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc(checked));
  return Buffer.concat([length, checked, sum]);
}

function crc(bytes: Buffer): number {
  let value = 0xffffffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  }
  return (value ^ 0xffffffff) >>> 0;
}

/** The picture as PNG (RFC 2083), dithered by less than one step so that skies do not band. */
export function png(picture: Canvas): Buffer {
  const { width, height, light } = picture;
  const random = randoms(7);
  const rows = Buffer.alloc((width * 3 + 1) * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width * 3; x++) {
      const value = toGamma(Math.min(1, light[y * width * 3 + x] ?? 0)) * 255 + random() - 0.5;
      rows[y * (width * 3 + 1) + 1 + x] = Math.min(255, Math.max(0, Math.round(value)));
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 3 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
