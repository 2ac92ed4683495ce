import { type Canvas, get, set } from './canvas.ts';
import { add, type Color, hex, mix } from './color.ts';

/** A shape as corners in shares of the picture's height around its anchor. */
type Corner = readonly [x: number, y: number];

/** Fills a polygon, with edges smoothed by four samples a pixel. */
function fill(picture: Canvas, corners: readonly Corner[], color: Color): void {
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  const left = Math.max(0, Math.floor(Math.min(...xs)));
  const right = Math.min(picture.width - 1, Math.ceil(Math.max(...xs)));
  const top = Math.max(0, Math.floor(Math.min(...ys)));
  const bottom = Math.min(picture.height - 1, Math.ceil(Math.max(...ys)));
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      let inside = 0;
      for (const dy of [0.125, 0.375, 0.625, 0.875]) {
        for (const dx of [0.125, 0.375, 0.625, 0.875]) if (contains(corners, x + dx, y + dy)) inside++;
      }
      if (inside > 0) set(picture, x, y, mix(get(picture, x, y), color, inside / 16));
    }
  }
}

function contains(corners: readonly Corner[], x: number, y: number): boolean {
  let inside = false;
  corners.forEach(([x1, y1], index) => {
    const [x2, y2] = corners[(index + 1) % corners.length] ?? [x1, y1];
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside;
  });
  return inside;
}

/** A soft round light. */
function shine(picture: Canvas, x: number, y: number, reach: number, color: Color, strength: number): void {
  for (let row = Math.max(0, Math.floor(y - reach)); row < Math.min(picture.height, y + reach); row++) {
    for (let column = Math.max(0, Math.floor(x - reach)); column < Math.min(picture.width, x + reach); column++) {
      const near = Math.max(0, 1 - Math.hypot(column - x, row - y) / reach);
      set(picture, column, row, add(get(picture, column, row), color, near ** 3 * strength));
    }
  }
}

export interface Thing {
  readonly kind: 'boat' | 'lighthouse' | 'moored';
  /** Where its foot stands, as shares of the picture. */
  readonly x: number;
  readonly y: number;
  /** Height as a share of the picture's. */
  readonly size: number;
  readonly color: string;
  readonly second?: string;
  /** A lamp that is lit. */
  readonly lamp?: string;
}

/** Paints a thing and, on water, its blurred reflection. */
export function paintThing(picture: Canvas, thing: Thing): void {
  const size = thing.size * picture.height;
  const foot = { x: thing.x * picture.width, y: thing.y * picture.height };
  const at = (corners: readonly Corner[]): Corner[] => corners.map(([x, y]) => [foot.x + x * size, foot.y - y * size]);
  const body = hex(thing.color);
  const second = hex(thing.second ?? thing.color);
  if (thing.kind === 'lighthouse') {
    paintLighthouse(picture, thing, size, foot, at);
    return;
  }
  const mast: Corner[] = [
    [-0.007, 0.08],
    [0.007, 0.08],
    [0.004, 1],
    [-0.004, 1],
  ];
  const hull: Corner[] = [
    [-0.26, 0.12],
    [0.32, 0.14],
    [0.22, 0],
    [-0.2, 0],
  ];
  const sails: Corner[][] =
    thing.kind === 'boat'
      ? [
          [
            [-0.015, 0.97],
            [-0.015, 0.17],
            [-0.27, 0.17],
            [-0.13, 0.5],
          ],
          [
            [0.015, 0.92],
            [0.015, 0.18],
            [0.31, 0.17],
            [0.14, 0.46],
          ],
        ]
      : [
          [
            [-0.14, 0.2],
            [0.08, 0.2],
            [0.06, 0.12],
            [-0.16, 0.12],
          ],
        ];
  const flip = (corners: readonly Corner[]): Corner[] => corners.map(([x, y]) => [x, -y * 0.8]);
  for (const sail of sails) paintFaint(picture, at(flip(sail)), second, 0.16);
  paintFaint(picture, at(flip(hull)), body, 0.5);
  fill(picture, at(mast), body);
  for (const sail of sails) fill(picture, at(sail), second);
  fill(picture, at(hull), body);
  if (thing.lamp) shine(picture, foot.x, foot.y - size, size * 0.35, hex(thing.lamp), 0.9);
}

function paintFaint(picture: Canvas, corners: readonly Corner[], color: Color, share: number): void {
  const ys = corners.map(([, y]) => y);
  const xs = corners.map(([x]) => x);
  const top = Math.min(...ys);
  const reach = Math.max(...ys) - top;
  for (let y = Math.floor(top); y < Math.min(picture.height, top + reach); y++) {
    const fade = 1 - (y - top) / reach;
    const sway = Math.sin(y * 0.9) * 1.5 + Math.sin(y * 0.37) * 1.5;
    for (let x = Math.floor(Math.min(...xs) - 4); x < Math.max(...xs) + 4; x++) {
      if (x < 0 || x >= picture.width || !contains(corners, x + sway, y + 0.5)) continue;
      set(picture, x, y, mix(get(picture, x, y), color, share * fade));
    }
  }
}

function paintLighthouse(
  picture: Canvas,
  thing: Thing,
  size: number,
  foot: { x: number; y: number },
  at: (corners: readonly Corner[]) => Corner[],
): void {
  const wall = hex(thing.color);
  const band = hex(thing.second ?? thing.color);
  const width = (height: number) => 0.085 - 0.035 * (height / 0.78);
  const slice = (from: number, to: number): Corner[] => [
    [-width(from), from],
    [width(from), from],
    [width(to), to],
    [-width(to), to],
  ];
  fill(picture, at(slice(-0.05, 0.78)), wall);
  for (const from of [0.14, 0.44]) fill(picture, at(slice(from, from + 0.14)), band);
  fill(
    picture,
    at([
      [-0.075, 0.77],
      [0.075, 0.77],
      [0.075, 0.8],
      [-0.075, 0.8],
    ]),
    band,
  );
  fill(
    picture,
    at([
      [-0.036, 0.8],
      [0.036, 0.8],
      [0.036, 0.9],
      [-0.036, 0.9],
    ]),
    thing.lamp ? hex(thing.lamp) : wall,
  );
  fill(
    picture,
    at([
      [-0.052, 0.9],
      [0.052, 0.9],
      [0, 0.99],
    ]),
    band,
  );
  if (!thing.lamp) return;
  const lamp = hex(thing.lamp);
  const y = foot.y - size * 0.85;
  shine(picture, foot.x, y, size * 1.1, lamp, 0.5);
  shine(picture, foot.x, y, size * 0.2, lamp, 1.2);
  for (const side of [-1, 1]) paintBeam(picture, foot.x, y, side, size, lamp);
}

function paintBeam(picture: Canvas, x: number, y: number, side: number, size: number, lamp: Color): void {
  const reach = size * 5;
  for (let step = 0; step < reach; step++) {
    const column = Math.round(x + side * step);
    if (column < 0 || column >= picture.width) return;
    const half = 2 + step * 0.075;
    const rise = y - side * step * 0.05;
    for (let row = Math.floor(rise - half); row <= rise + half; row++) {
      if (row < 0 || row >= picture.height) continue;
      const across = 1 - Math.abs(row - rise) / half;
      const fade = (1 - step / reach) ** 2;
      set(picture, column, row, add(get(picture, column, row), lamp, across * fade * 0.2));
    }
  }
}
