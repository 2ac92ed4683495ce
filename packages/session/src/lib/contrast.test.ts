import { expect, test } from 'vitest';
import { contrast, textOn } from './contrast.ts';

test('black on white has the highest contrast', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
});

test.each([
  ['#171799', '#ffffff'],
  ['#990017', '#ffffff'],
  ['#ffd400', '#000000'],
  ['#ffffff', '#000000'],
])('text on %s is %s', (color, text) => {
  expect(textOn(color)).toBe(text);
});

test('every gray gets text of at least 4.5:1, as WCAG requires', () => {
  for (let gray = 0; gray < 256; gray++) {
    const color = `#${gray.toString(16).padStart(2, '0').repeat(3)}`;
    expect(contrast(color, textOn(color))).toBeGreaterThanOrEqual(4.5);
  }
});
