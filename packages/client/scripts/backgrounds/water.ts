import { type Canvas, canvas, get, shadeRows } from './canvas.ts';
import { add, hex, mix } from './color.ts';
import { fractal } from './noise.ts';

export interface Water {
  readonly seed: number;
  readonly color: string;
  /** How much of the sky it gives back, from 0 to 1; the near water gives back less. */
  readonly mirror: number;
  /** Height of the ripples. */
  readonly waves: number;
  /** The path of light below sun or moon. */
  readonly glitter?: { readonly x: number; readonly color: string; readonly width: number; readonly strength: number };
}

/** Fills everything below `horizon` with water that reflects what is above it. */
export function paintWater(picture: Canvas, water: Water, horizon: number): void {
  const { width, height } = picture;
  const line = Math.round(height * horizon);
  const above = canvas(width, line);
  above.light.set(picture.light.subarray(0, width * line * 3));
  const deep = hex(water.color);
  const spark = water.glitter ? hex(water.glitter.color) : undefined;
  shadeRows(picture, line, height, (x, y) => {
    const near = (y - line) / (height - line);
    // Perspective: ripples grow and move apart towards the viewer.
    const far = 1 / (near * 7 + 0.16);
    const u = ((x / width) * 2 - 1) * far * 5;
    const ripple = fractal(u * 2.2, far * 34, water.seed, 4) - 0.5;
    const swell = ripple * water.waves * (0.12 + near);
    const source = line - 1 - (y - line) * 0.92 + swell * 210;
    const sideways = x + ripple * water.waves * 90 * near;
    const row = Math.min(line - 1, Math.max(0, Math.round(source)));
    const column = Math.min(width - 1, Math.max(0, Math.round(sideways)));
    const share = water.mirror * (1 - near * 0.55);
    let color = mix(deep, get(above, column, row), share);
    color = add(color, { r: 1, g: 1, b: 1 }, Math.max(0, swell) * 0.05);
    if (water.glitter && spark) {
      const spread = water.glitter.width * (0.35 + near * 1.5);
      const off = (x / width - water.glitter.x + ripple * 0.04) / spread;
      const glint = Math.max(0, ripple + 0.1) * 2.4 + 0.12;
      color = add(color, spark, Math.exp(-off * off) * glint * water.glitter.strength);
    }
    return color;
  });
}
