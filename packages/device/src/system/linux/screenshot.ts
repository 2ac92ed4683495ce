import jpeg from 'jpeg-js';
import type { XConnection } from './x-connection.ts';

/** Width in pixels; the height keeps the screen's aspect ratio. */
const WIDTH = 384;
const BYTES = 4;

/**
 * Takes a small picture of the whole screen. Averages rows as they arrive: the full picture, 8 MB at 1080p, is never in
 * memory.
 */
export async function takeScreenshot(x: XConnection): Promise<(quality: number) => Buffer> {
  const { width, height } = x.screen;
  const columns = Math.min(WIDTH, width);
  const rows = Math.max(1, Math.round((height * columns) / width));
  const data = Buffer.alloc(columns * rows * BYTES, 255);
  for (let row = 0; row < rows; row++) {
    const top = Math.floor((row * height) / rows);
    const bottom = Math.max(top + 1, Math.floor(((row + 1) * height) / rows));
    const strip = await x.pixels(top, bottom - top);
    shrink(strip, { width, height: bottom - top }, data.subarray(row * columns * BYTES, (row + 1) * columns * BYTES));
  }
  return (quality) => jpeg.encode({ data, width: columns, height: rows }, quality).data;
}

/** Averages a strip of the screen (BGR and an unused byte per pixel) into one row of the picture (RGBA, opaque). */
export function shrink(strip: Buffer, { width, height }: { width: number; height: number }, row: Buffer): void {
  const columns = row.length / BYTES;
  for (let column = 0; column < columns; column++) {
    const left = Math.floor((column * width) / columns);
    const right = Math.max(left + 1, Math.floor(((column + 1) * width) / columns));
    let [red, green, blue] = [0, 0, 0];
    for (let y = 0; y < height; y++) {
      for (let at = (y * width + left) * BYTES; at < (y * width + right) * BYTES; at += BYTES) {
        blue += strip[at] ?? 0;
        green += strip[at + 1] ?? 0;
        red += strip[at + 2] ?? 0;
      }
    }
    const count = height * (right - left);
    row.set([red / count, green / count, blue / count], column * BYTES);
  }
}
