/** Seeded noise: the same seed draws the same picture on every machine. */

/** A small hash of two lattice coordinates and a seed, from 0 to 1. */
function lattice(x: number, y: number, seed: number): number {
  let h = Math.imul(x, 374761393) + Math.imul(y, 668265263) + Math.imul(seed, 1274126177);
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967295;
}

const smooth = (t: number) => t * t * t * (t * (t * 6 - 15) + 10);

/** Value noise in two dimensions, from 0 to 1. */
function noise(x: number, y: number, seed: number): number {
  const column = Math.floor(x);
  const row = Math.floor(y);
  const u = smooth(x - column);
  const v = smooth(y - row);
  const top = lattice(column, row, seed) * (1 - u) + lattice(column + 1, row, seed) * u;
  const bottom = lattice(column, row + 1, seed) * (1 - u) + lattice(column + 1, row + 1, seed) * u;
  return top * (1 - v) + bottom * v;
}

/** Fractal noise: octaves of halving strength, from 0 to 1. */
export function fractal(x: number, y: number, seed: number, octaves: number): number {
  let sum = 0;
  let strength = 0.5;
  let scale = 1;
  for (let octave = 0; octave < octaves; octave++) {
    sum += strength * noise(x * scale, y * scale, seed + octave * 101);
    strength /= 2;
    scale *= 2.03;
  }
  return sum / (1 - 0.5 ** octaves);
}

/** Fractal noise folded at its middle: sharp crests, as mountains have them. */
export function ridged(x: number, y: number, seed: number, octaves: number): number {
  let sum = 0;
  let strength = 0.5;
  let scale = 1;
  for (let octave = 0; octave < octaves; octave++) {
    const crest = 1 - Math.abs(2 * noise(x * scale, y * scale, seed + octave * 101) - 1);
    sum += strength * crest * crest;
    strength /= 2.1;
    scale *= 2.07;
  }
  return sum;
}

/** Random numbers from 0 to 1 in a row (mulberry32). */
export function randoms(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
