import { type Canvas, shadeRows } from './canvas.ts';
import { type Color, hex, mix } from './color.ts';
import { fractal, randoms, ridged } from './noise.ts';

/** One ridge of land across the picture; heights are shares of the picture's height, measured from its top. */
export interface Ridge {
  readonly seed: number;
  /** Where the line lies in the middle, and how far it rises and falls. */
  readonly base: number;
  readonly rise: number;
  /** Hills in the width of the picture. */
  readonly hills: number;
  readonly shape: 'peaks' | 'hills' | 'dunes';
  readonly color: string;
  /** Colour of the haze that gathers at its foot, and how thick. */
  readonly haze: string;
  readonly mist: number;
  /** Light on the slopes that face it, from 0. */
  readonly relief?: number;
  /** Colour of snow above the share of the rise that `snow` says. */
  readonly snow?: { readonly above: number; readonly color: string };
  /** Conifers along the line: their height as a share of the picture's. */
  readonly trees?: number;
}

function crest(ridge: Ridge, x: number): number {
  const u = x * ridge.hills;
  if (ridge.shape === 'peaks') return ridged(u, 0.5, ridge.seed, 6) * 0.8 + fractal(u * 0.5, 3, ridge.seed, 2) * 0.4;
  if (ridge.shape === 'hills') return fractal(u, 0.5, ridge.seed, 5) * 1.2 - 0.1;
  return fractal(u, 0.5, ridge.seed, 2) * 1.1 - 0.05;
}

/** The line of a ridge: for every column the row where the land begins. */
function lineOf(ridge: Ridge, { width, height }: Canvas): Float32Array {
  const line = Float32Array.from({ length: width }, (_, x) => {
    return (ridge.base - ridge.rise * (crest(ridge, x / width) - 0.5)) * height;
  });
  if (!ridge.trees) return line;
  const random = randoms(ridge.seed);
  const ground = line.slice();
  for (let x = 0; x < width; x += 2 + random() * 7) {
    const clump = fractal((x / width) * 22, 9, ridge.seed, 2);
    const tall = ridge.trees * height * (0.35 + 0.75 * random()) * (0.35 + clump);
    const half = tall * 0.2;
    for (let column = Math.floor(x - half); column <= x + half; column++) {
      const foot = ground[column];
      if (foot === undefined) continue;
      // Branches: the edge steps in and out on its way up.
      const side = Math.abs(column - x) / half;
      const jag = 0.86 + 0.14 * Math.sin(side * 19 + x);
      line[column] = Math.min(line[column] ?? foot, foot - tall * (1 - side) * jag);
    }
  }
  return line;
}

/** Paints a ridge over what is there, down to `floor` (a share of the height). */
export function paintRidge(picture: Canvas, ridge: Ridge, floor: number): void {
  const { width, height } = picture;
  const line = lineOf(ridge, picture);
  const color = hex(ridge.color);
  const haze = hex(ridge.haze);
  const bottom = floor * height;
  const top = Math.max(0, Math.min(...line) - 1);
  shadeRows(picture, top, bottom, (x, y, there) => {
    const edge = line[x] ?? bottom;
    const cover = Math.min(1, Math.max(0, y - edge + 0.5));
    if (cover === 0) return there;
    return mix(there, slope(ridge, { color, haze }, x / width, y, edge, bottom, height), cover);
  });
}

function slope(
  ridge: Ridge,
  paint: { color: Color; haze: Color },
  u: number,
  y: number,
  edge: number,
  bottom: number,
  height: number,
): Color {
  let lit = paint.color;
  const v = y / height;
  if (ridge.relief) {
    const here = ridged(u * ridge.hills * 2.6 + v * 2.2, v * 5.5, ridge.seed + 9, 5);
    const beside = ridged(u * ridge.hills * 2.6 + v * 2.2 + 0.05, v * 5.5 + 0.03, ridge.seed + 9, 5);
    const facing = (here - beside) * 4 * ridge.relief;
    const factor = Math.max(0.45, 1 + facing);
    if (ridge.snow) {
      const high = (ridge.base + ridge.rise * 0.5 - v) / ridge.rise;
      const rough = fractal(u * 60, v * 60, ridge.seed, 3) * 0.25 + here * 0.22;
      lit = mix(lit, hex(ridge.snow.color), (high - ridge.snow.above + rough - 0.25) * 7);
    }
    lit = { r: lit.r * factor, g: lit.g * factor, b: lit.b * factor };
  }
  const depth = Math.max(0, (y - edge) / Math.max(1, bottom - edge));
  const wisps = 0.75 + 0.5 * fractal(u * 5, v * 14, ridge.seed + 77, 3);
  return mix(lit, paint.haze, Math.min(0.96, depth ** 1.25 * ridge.mist * wisps));
}
