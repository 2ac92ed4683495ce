import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { drawLogo, drawPictures, LOGO_PIXELS } from './os-pictures.mjs';
import { isBranded, readPpm } from './os-screen.mjs';

const FILES = ['logo.bmp', 'logo.png', 'dot.png', 'line.png'];
const logo = drawLogo();
const [RED, WHITE, BLACK] = ['990017', 'ffffff', '000000'];

function draw(): Buffer[] {
  const folder = mkdtempSync(join(tmpdir(), 'berth-pictures-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  drawPictures(folder);
  return FILES.map((name) => readFileSync(join(folder, name)));
}

/** A screen with the logo in its middle and something at a place. */
function screenWith(color: number, x: number, y: number) {
  const [width, height] = [801, 600];
  const pixels = Buffer.alloc(width * height * 3);
  const [left, top] = [Math.floor((width - LOGO_PIXELS) / 2), Math.floor((height - LOGO_PIXELS) / 2)];
  for (let row = 0; row < LOGO_PIXELS; row += 1) {
    logo.pixels.copy(pixels, ((top + row) * width + left) * 3, row * LOGO_PIXELS * 3, (row + 1) * LOGO_PIXELS * 3);
  }
  pixels[(y * width + x) * 3] ||= color;
  return readPpm(Buffer.concat([Buffer.from(`P6\n${width} ${height}\n255\n`), pixels]));
}

test('the logo has the icon’s colors on black, for the loader and for the system alike', () => {
  const { pixels } = logo;
  const at = (x: number, y: number) => {
    const from = (y * LOGO_PIXELS + x) * 3;
    return pixels.toString('hex', from, from + 3);
  };
  // The corner, the square, the hull, and the sail.
  expect([at(0, 0), at(80, 10), at(80, 100), at(95, 55)]).toEqual([BLACK, RED, WHITE, WHITE]);
  const [bmp, png] = draw();
  const row = LOGO_PIXELS * 3;
  const bottom = bmp?.subarray(54, 54 + row) ?? Buffer.alloc(0);
  const last = pixels.subarray(-row);
  expect(bottom.equals(Buffer.from(last.map((_, index) => last[index - (index % 3) + 2 - (index % 3)] ?? 0)))).toBe(
    true,
  );
  const rows = inflateSync(png?.subarray(png.indexOf('IDAT') + 4, -16) ?? '');
  expect(rows.subarray(-row).equals(last)).toBe(true);
});

test('the same icon gives the same bytes', () => {
  expect(draw()).toEqual(draw());
});

test('a screen is branded with the logo and its dots, and nothing else', () => {
  expect(isBranded(screenWith(0, 0, 0), logo)).toBe(true);
  // A dot; then a letter at the top, one beside the logo, one beside the dots, and a scratch in the logo.
  expect(isBranded(screenWith(90, 400, 430), logo)).toBe(true);
  for (const [x, y] of [
    [0, 0],
    [200, 300],
    [300, 430],
    [330, 221],
  ] as const) {
    expect(isBranded(screenWith(90, x, y), logo), `${x}, ${y}`).toBe(false);
  }
  expect(isBranded({ width: 100, height: 100, pixels: Buffer.alloc(30_000) }, logo)).toBe(false);
});
