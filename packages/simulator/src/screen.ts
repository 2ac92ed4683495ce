import { activeApps } from '@berth/contract/apps/usable';
import { ICON_BACKGROUND_DEFAULT } from '@berth/contract/limits';
import type { ProfileDefinition } from '@berth/contract/profile/definition';
import { ownSets } from '@berth/contract/profile/own-entries';
import jpeg from 'jpeg-js';

type Color = readonly [red: number, green: number, blue: number];

/** Pixels row by row: red in the lowest byte, then green, blue, and opacity. */
type Picture = Uint32Array<ArrayBuffer>;

const WIDTH = 384;
const HEIGHT = 216;
const BAR = 12;
const TILE = 36;
const GAP = 8;
const COLUMNS = 5;
const WHITE: Color = [255, 255, 255];
/** Top and bottom of the background picture's sky. */
const SKY = { dark: ['#31507F', '#0E1830'], light: ['#8FB8E3', '#E3EEF8'] } as const;

/** Rows of three pixels, as the digits of an octal number. */
const DIGITS = ['75557', '26227', '71747', '71717', '55711', '74717', '74757', '71122', '75757', '75717'] as const;

/**
 * The home screen of a virtual machine, drawn from its profile: its tiles in their colors, its announcement, the status
 * bar with the time. Texts are lines, as they are in a picture of this size.
 *
 * @returns what encodes it as JPEG in a quality from 1 to 100.
 */
export function drawScreen(definition: ProfileDefinition, now: Date): (quality: number) => Buffer {
  const { thinhoc, system } = definition;
  const [top, bottom] = SKY[system.customization['global-dark-theme'] ? 'dark' : 'light'];
  const picture = new Uint32Array(WIDTH * HEIGHT);
  for (let y = 0; y < HEIGHT; y++) {
    fill(picture, [0, y, WIDTH, 1], blend(colorOf(top), colorOf(bottom), y / HEIGHT));
  }
  tileColors(definition).forEach((color, index) => {
    const left = 16 + (index % COLUMNS) * (TILE + GAP);
    const above = 16 + Math.floor(index / COLUMNS) * (TILE + GAP);
    drawTile(picture, left, above, colorOf(color));
  });
  if (thinhoc.customization.info_section_content !== '') drawAnnouncement(picture);
  if (!thinhoc.customization.disable_status_bar) {
    fill(picture, [0, HEIGHT - BAR, WIDTH, BAR], [18, 20, 26]);
    fill(picture, [0, HEIGHT - BAR, 40, BAR], colorOf(thinhoc.customization.color_primary));
    drawTime(picture, now);
  }
  const data = Buffer.from(picture.buffer);
  return (quality) => jpeg.encode({ data, width: WIDTH, height: HEIGHT }, quality).data;
}

/** One color for each tile of sessions and apps. */
function tileColors(definition: ProfileDefinition): string[] {
  const sessions = ownSets(definition).flatMap((set) => set.map(({ icon }) => icon.background_color));
  return [...sessions, ...activeApps(definition).map(() => ICON_BACKGROUND_DEFAULT)].slice(0, 3 * COLUMNS);
}

function drawTile(picture: Picture, left: number, top: number, color: Color): void {
  fill(picture, [left, top, TILE, TILE], color);
  fill(picture, [left + 13, top + 8, 10, 10], WHITE);
  fill(picture, [left + 15, top + 10, 6, 6], color);
  fill(picture, [left + 8, top + 26, TILE - 16, 2], WHITE);
}

function drawAnnouncement(picture: Picture): void {
  const left = 256;
  fill(picture, [left, 16, 112, 56], [24, 26, 34]);
  fill(picture, [left + 8, 24, 60, 4], WHITE);
  for (const [line, width] of [92, 96, 70].entries())
    fill(picture, [left + 8, 36 + line * 9, width, 2], [190, 192, 200]);
}

/** Hours and minutes at the right of the status bar. */
function drawTime(picture: Picture, now: Date): void {
  const [hours, minutes] = [now.getHours(), now.getMinutes()].map((part) => String(part).padStart(2, '0'));
  const top = HEIGHT - BAR + 3;
  [...`${hours}:${minutes}`].forEach((sign, index) => {
    const left = WIDTH - 30 + index * 5;
    const rows = sign === ':' ? '02020' : (DIGITS[Number(sign)] ?? '');
    [...rows].forEach((row, y) => {
      for (let x = 0; x < 3; x++) if (Number(row) & (4 >> x)) fill(picture, [left + x, top + y, 1, 1], WHITE);
    });
  });
}

type Box = readonly [left: number, top: number, width: number, height: number];

function fill(picture: Picture, [left, top, columns, rows]: Box, [red, green, blue]: Color): void {
  const pixel = 0xff00_0000 + (blue << 16) + (green << 8) + red;
  for (let y = top; y < top + rows; y++) picture.fill(pixel, y * WIDTH + left, y * WIDTH + left + columns);
}

function colorOf(hex: string): Color {
  const value = Number.parseInt(hex.slice(1, 7), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

function blend(one: Color, other: Color, share: number): Color {
  const part = (index: 0 | 1 | 2) => Math.round(one[index] + (other[index] - one[index]) * share);
  return [part(0), part(1), part(2)];
}
