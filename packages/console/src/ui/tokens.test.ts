import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
/** The shared values, and the console's own over them. */
const SOURCE = read('../../../web/src/ui/tokens.css') + read('./tokens.css');
const SCHEMES = ['light', 'dark'] as const;
type Scheme = (typeof SCHEMES)[number];

function colorOf(role: string, scheme: Scheme): string {
  const [, single = '', light = '', dark = ''] =
    [...SOURCE.matchAll(/--([a-z0-9-]+): (?:(#\w{6}|var\([^)]*\))|light-dark\((#\w{6}), (#\w{6})\));/g)]
      .filter(([, name]) => name === role)
      .at(-1)
      ?.slice(1) ?? [];
  return single.startsWith('var') ? colorOf(single.slice(6, -1), scheme) : single || { light, dark }[scheme];
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string, scheme: Scheme): number {
  const [low = 0, high = 0] = [one, other].map((role) => luminance(colorOf(role, scheme))).toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const GROUNDS = ['surface-0', 'surface-1', 'surface-2', 'accent-soft'];
/** WCAG 1.4.3 for words, 1.4.11 for edges and focus. */
const PAIRS: readonly (readonly [what: string, ground: string, least: number])[] = [
  ...GROUNDS.flatMap((ground) => ['text', 'muted', 'accent-text'].map((what) => [what, ground, 4.5] as const)),
  ...['surface-0', 'surface-1', 'accent-soft'].flatMap((ground) =>
    ['good', 'warn', 'bad'].map((what) => [what, ground, 4.5] as const),
  ),
  ...['good', 'warn', 'bad'].map((what) => [what, `${what}-soft`, 4.5] as const),
  ['on-accent', 'accent', 4.5],
  ['on-accent', 'accent-hover', 4.5],
  ['on-accent', 'bad-fill', 4.5],
  ['line-strong', 'surface-1', 3],
  ['focus', 'surface-1', 3],
  ['accent', 'surface-1', 3],
];

it.each(SCHEMES)('every pair of colors is readable in the %s theme', (scheme) => {
  const faint = PAIRS.filter(([what, ground, least]) => contrast(what, ground, scheme) < least);
  expect(faint.map(([what, ground]) => `${what} on ${ground}: ${contrast(what, ground, scheme).toFixed(2)}`)).toEqual(
    [],
  );
});

it.each(SCHEMES)('the accent is indigo in the %s theme, so that red means danger alone', (scheme) => {
  for (const role of ['accent', 'accent-hover', 'accent-text', 'accent-soft', 'accent-line', 'focus']) {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
      Number.parseInt(colorOf(role, scheme).slice(at, at + 2), 16),
    );
    expect(blue, role).toBeGreaterThan(Math.max(red, green));
  }
});
