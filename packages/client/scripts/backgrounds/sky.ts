import { type Canvas, get, set, shadeRows } from './canvas.ts';
import { add, type Color, gradient, hex, mix } from './color.ts';
import { fractal, randoms } from './noise.ts';

export interface Sky {
  readonly stops: readonly (readonly [at: number, color: string])[];
  /** Sun or moon: place as shares of the picture, radius and reach of its glow in pixels. */
  readonly light?: { readonly x: number; readonly y: number; readonly radius: number; readonly color: string } & Glow;
  readonly clouds?: { readonly seed: number; readonly cover: number; readonly lit: string; readonly dark: string };
  readonly stars?: number;
}
interface Glow {
  readonly glow: string;
  readonly reach: number;
  readonly strength: number;
}

/** Fills everything above `horizon` (a share of the height) with air, clouds, light and stars. */
export function paintSky(picture: Canvas, sky: Sky, horizon: number): void {
  const { width, height } = picture;
  const air = gradient(sky.stops);
  const bottom = height * horizon;
  shadeRows(picture, 0, bottom, (_x, y) => air(y / bottom));
  if (sky.stars) paintStars(picture, sky.stars, bottom);
  if (sky.clouds) paintClouds(picture, sky.clouds, bottom);
  const { light } = sky;
  if (!light) return;
  const disc = hex(light.color);
  const glow = hex(light.glow);
  const centre = { x: light.x * width, y: light.y * height };
  shadeRows(picture, 0, bottom, (x, y, there) => {
    const distance = Math.hypot(x - centre.x, y - centre.y);
    const halo = Math.exp(-((distance / light.reach) ** 0.9) * 2.6) * light.strength;
    const lit = add(there, glow, halo);
    return mix(lit, disc, light.radius - distance + 0.5);
  });
}

function paintStars(picture: Canvas, count: number, bottom: number): void {
  const random = randoms(count);
  for (let star = 0; star < count; star++) {
    const x = Math.floor(random() * (picture.width - 4)) + 2;
    const depth = random() ** 1.4;
    const y = Math.floor(depth * (bottom - 4)) + 2;
    const strength = random() ** 6 * 0.9 * (1 - depth * 0.8) + 0.03;
    const color: Color = random() > 0.7 ? { r: 1, g: 0.9, b: 0.8 } : { r: 0.85, g: 0.92, b: 1 };
    set(picture, x, y, add(get(picture, x, y), color, strength));
    for (const [dx, dy] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ] as const) {
      set(picture, x + dx, y + dy, add(get(picture, x + dx, y + dy), color, strength * 0.28));
    }
  }
}

function paintClouds(picture: Canvas, clouds: NonNullable<Sky['clouds']>, bottom: number): void {
  const lit = hex(clouds.lit);
  const dark = hex(clouds.dark);
  shadeRows(picture, 0, bottom, (x, y, there) => {
    // Nearer the horizon clouds are seen from the side: flatter and closer together.
    const flat = 1.2 + 4.2 * (y / bottom);
    const u = (x / picture.width) * 3.2;
    const v = (y / bottom) * flat * 1.6;
    const warp = fractal(u * 1.4, v * 1.4, clouds.seed + 31, 3) * 0.9;
    const density = fractal(u + warp, v * 1.7 + warp * 0.4, clouds.seed, 5);
    const cover = Math.min(1, Math.max(0, (density - (1 - clouds.cover)) * 3.4));
    if (cover === 0) return there;
    const below = fractal(u + warp, (v + 0.1) * 1.7 + warp * 0.4, clouds.seed, 5);
    const shade = Math.min(1, Math.max(0, 0.5 + (below - density) * 3.2));
    return mix(there, mix(lit, dark, shade), cover * cover * (3 - 2 * cover) * 0.75);
  });
}
