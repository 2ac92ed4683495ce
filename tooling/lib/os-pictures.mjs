import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { root } from './paths.mjs';

/** The logo's size on every screen: firmware does not scale the picture that it shows. */
export const LOGO_PIXELS = 160;
const DOT_PIXELS = 10;
/** Each pixel is the average of so many points by so many. */
const POINTS = 4;
const BLACK = /** @type {const} */ ([0, 0, 0]);
const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * @typedef {{ width: number, height: number, pixels: Buffer }} Picture pixels: red, green, blue, from the top left on
 * @typedef {{ color: readonly number[], covers: (x: number, y: number) => boolean }} Shape
 */

/**
 * Draws what a start shows (deploy/os/splash): the product's icon for the boot loader (BMP) and for the system (PNG), with the
 * same pixels on black, which is what the boot loader shows around it. The bytes depend on nothing but the icon.
 * @param {string} folder
 */
export function drawPictures(folder) {
  mkdirSync(folder, { recursive: true });
  const logo = drawLogo();
  writeFileSync(join(folder, 'logo.bmp'), bmpOf(logo));
  writeFileSync(join(folder, 'logo.png'), pngOf(logo));
  const circle = '<rect width="2" height="2" rx="1" fill="#fff" />';
  writeFileSync(join(folder, 'dot.png'), pngOf(draw(shapesOf(circle), 2, DOT_PIXELS)));
  writeFileSync(join(folder, 'line.png'), pngOf({ width: 2, height: 2, pixels: Buffer.alloc(12, 0x80) }));
}

/** The product's icon, as a start shows it. */
export function drawLogo() {
  const icon = readFileSync(join(root, 'packages/client/public/icon.svg'), 'utf8');
  const [, units] = /viewBox="0 0 (\d+) \1"/.exec(icon) ?? [];
  if (units === undefined) throw new Error('The icon is not a square.');
  return draw(shapesOf(icon), Number(units), LOGO_PIXELS);
}

/**
 * @param {readonly Shape[]} shapes the later ones cover the earlier ones
 * @param {number} units of the shapes, in width and height
 * @param {number} size in pixels
 * @returns {Picture}
 */
function draw(shapes, units, size) {
  const pixels = Buffer.alloc(size * size * 3);
  const scale = units / size / POINTS;
  for (let at = 0; at < size * size; at += 1) {
    const [left, top] = [(at % size) * POINTS, Math.floor(at / size) * POINTS];
    const sum = [0, 0, 0];
    for (let point = 0; point < POINTS * POINTS; point += 1) {
      const x = (left + (point % POINTS) + 0.5) * scale;
      const y = (top + Math.floor(point / POINTS) + 0.5) * scale;
      const { color } = shapes.findLast(({ covers }) => covers(x, y)) ?? { color: BLACK };
      for (const [index, value] of color.entries()) sum[index] = (sum[index] ?? 0) + value;
    }
    for (const [index, value] of sum.entries()) pixels[at * 3 + index] = Math.round(value / POINTS ** 2);
  }
  return { width: size, height: size, pixels };
}

/**
 * The shapes of an SVG of rectangles with round corners and of paths of straight lines.
 * @param {string} svg
 * @returns {readonly Shape[]}
 */
function shapesOf(svg) {
  return [...svg.matchAll(/<(rect|path) ([^>]*)\/>/g)].map(([, kind, attributes = '']) => {
    const value = (/** @type {string} */ name) => new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? '';
    const covers =
      kind === 'rect'
        ? roundRectangle(Number(value('width')), Number(value('height')), Number(value('rx')))
        : polygons(value('d'));
    return { color: colorOf(value('fill')), covers };
  });
}

/** @param {string} hex */
function colorOf(hex) {
  const digits = hex.slice(1).length === 3 ? hex.slice(1).replaceAll(/./g, '$&$&') : hex.slice(1);
  return [...Buffer.from(digits, 'hex')];
}

/**
 * @param {number} width
 * @param {number} height
 * @param {number} radius
 */
function roundRectangle(width, height, radius) {
  /** Distance into the corner, 0 between the corners. @param {number} at @param {number} end */
  const beyond = (at, end) => Math.max(radius - at, at - (end - radius), 0);
  return (/** @type {number} */ x, /** @type {number} */ y) =>
    Math.hypot(beyond(x, width), beyond(y, height)) <= radius;
}

/** @param {string} path */
function polygons(path) {
  /** @type {[number, number][][]} */
  const closed = [];
  let [x, y] = [0, 0];
  for (const [, command = '', numbers = ''] of path.matchAll(/([a-zA-Z])([^a-zA-Z]*)/g)) {
    const [first = 0, ...rest] = [...numbers.matchAll(/-?[\d.]+/g)].map(Number);
    if (command === 'M') [x, y] = [first, rest[0] ?? 0];
    else if (command === 'h') x += first;
    else if (command === 'H') x = first;
    else if (command === 'v') y += first;
    else if (command === 'l') [x, y] = [x + first, y + (rest[0] ?? 0)];
    else if (command !== 'z') throw new Error(`The icon has a path with "${command}".`);
    // Further pairs of numbers are further lines.
    if (command === 'M') closed.push([]);
    if (command !== 'z') closed.at(-1)?.push([x, y]);
    for (let at = 1; command === 'l' && at < rest.length - 1; at += 2) {
      [x, y] = [x + (rest[at] ?? 0), y + (rest[at + 1] ?? 0)];
      closed.at(-1)?.push([x, y]);
    }
  }
  return (/** @type {number} */ px, /** @type {number} */ py) => closed.some((polygon) => isInside(polygon, px, py));
}

/**
 * @param {readonly [number, number][]} polygon
 * @param {number} x
 * @param {number} y
 */
function isInside(polygon, x, y) {
  let inside = false;
  for (const [index, [toX, toY]] of polygon.entries()) {
    const [fromX, fromY] = polygon.at(index - 1) ?? [0, 0];
    if (fromY > y !== toY > y && x < ((toX - fromX) * (y - fromY)) / (toY - fromY) + fromX) inside = !inside;
  }
  return inside;
}

/** Of 24 bits a pixel, from the bottom up. @param {Picture} picture */
function bmpOf({ width, height, pixels }) {
  const HEADER = 54;
  const row = Math.ceil((width * 3) / 4) * 4;
  const file = Buffer.alloc(HEADER + row * height);
  file.write('BM');
  file.writeUInt32LE(file.length, 2);
  file.writeUInt32LE(HEADER, 10);
  file.writeUInt32LE(HEADER - 14, 14);
  file.writeInt32LE(width, 18);
  file.writeInt32LE(height, 22);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(24, 28);
  file.writeUInt32LE(row * height, 34);
  for (let at = 0; at < width * height; at += 1) {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(at * 3, at * 3 + 3);
    const place = HEADER + (height - 1 - Math.floor(at / width)) * row + (at % width) * 3;
    file.set([blue, green, red], place);
  }
  return file;
}

/** @param {Picture} picture */
export function pngOf({ width, height, pixels }) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8 bits a color, red, green and blue.
  header.set([8, 2], 8);
  const rows = Buffer.alloc((width * 3 + 1) * height);
  for (let y = 0; y < height; y += 1) {
    pixels.copy(rows, y * (width * 3 + 1) + 1, y * width * 3, (y + 1) * width * 3);
  }
  const chunks = [
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return Buffer.concat([PNG_SIGNATURE, ...chunks]);
}

/**
 * @param {string} name
 * @param {Buffer} content
 */
function chunk(name, content) {
  const named = Buffer.concat([Buffer.from(name), content]);
  const [before, after] = [Buffer.alloc(4), Buffer.alloc(4)];
  before.writeUInt32BE(content.length);
  after.writeUInt32BE(crc32(named));
  return Buffer.concat([before, named, after]);
}
