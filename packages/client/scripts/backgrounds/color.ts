/** Colours as three light amounts from 0 to 1, mixed where the eye mixes them: in OKLab (Björn Ottosson, 2020). */
export interface Color {
  readonly r: number;
  readonly g: number;
  readonly b: number;
}

const toLinear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);

/** Light amount to the 0 to 1 of a picture file (sRGB). */
export const toGamma = (value: number) => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055);

/** #rrggbb to light amounts. */
export function hex(text: string): Color {
  const part = (start: number) => toLinear(Number.parseInt(text.slice(start, start + 2), 16) / 255);
  return { r: part(1), g: part(3), b: part(5) };
}

function toLab({ r, g, b }: Color) {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    a: 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    b: 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  };
}

function fromLab(lab: { l: number; a: number; b: number }): Color {
  const l = (lab.l + 0.3963377774 * lab.a + 0.2158037573 * lab.b) ** 3;
  const m = (lab.l - 0.1055613458 * lab.a - 0.0638541728 * lab.b) ** 3;
  const s = (lab.l - 0.0894841775 * lab.a - 1.291485548 * lab.b) ** 3;
  return {
    r: Math.max(0, 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    g: Math.max(0, -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    b: Math.max(0, -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  };
}

/** Light amounts mixed as light: for haze and glow. */
export function mix(from: Color, to: Color, share: number): Color {
  const t = Math.min(1, Math.max(0, share));
  return { r: from.r + (to.r - from.r) * t, g: from.g + (to.g - from.g) * t, b: from.b + (to.b - from.b) * t };
}

export function add(one: Color, other: Color, share = 1): Color {
  return { r: one.r + other.r * share, g: one.g + other.g * share, b: one.b + other.b * share };
}

/** A gradient through `stops` of [position from 0 to 1, #rrggbb], looked up in a table of 1,024 steps. */
export function gradient(stops: readonly (readonly [at: number, color: string])[]): (position: number) => Color {
  const labs = stops.map(([at, color]) => ({ at, lab: toLab(hex(color)) }));
  const table = Array.from({ length: 1025 }, (_, index) => {
    const at = index / 1024;
    const after = labs.find((stop) => stop.at >= at) ?? labs[labs.length - 1];
    const before = labs.findLast((stop) => stop.at <= at) ?? labs[0];
    if (!after || !before) throw new Error('a gradient needs stops');
    const span = after.at - before.at;
    const t = span === 0 ? 0 : (at - before.at) / span;
    const between = (one: number, other: number) => one + (other - one) * t;
    return fromLab({
      l: between(before.lab.l, after.lab.l),
      a: between(before.lab.a, after.lab.a),
      b: between(before.lab.b, after.lab.b),
    });
  });
  return (position) => {
    const exact = Math.min(1, Math.max(0, position)) * 1024;
    const index = Math.floor(exact);
    const low = table[index];
    const high = table[Math.min(1024, index + 1)];
    if (!low || !high) throw new Error('outside the gradient');
    return mix(low, high, exact - index);
  };
}
