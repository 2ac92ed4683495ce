import { applyDefaults } from '@berth/contract/profile/defaults';
import { Icon } from '@berth/contract/profile/icon';
import { expect, test } from 'vitest';
import { contrast, iconStyle, mixed, textOn } from './colors.ts';

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

const style = (symbol_color: string, background_color: string) =>
  iconStyle(applyDefaults(Icon, { symbol_color, background_color }));

test('a name has the color of its symbol where it is readable', () => {
  expect(style('#FFFFFF', '#171799')).toMatchObject({ text: '#FFFFFF', shade: undefined });
});

test.each([
  ['#ffffff', '#2b8a3e', '#000000'],
  ['#ffffff', '#d9480f', '#000000'],
  ['#000000', '#707070', '#ffffff'],
])('a name in %s that is nearly readable on %s gets a %s shade', (color, background, shade) => {
  expect(style(color, background)).toMatchObject({ text: color, shade });
  expect(contrast(color, mixed(background, shade, 0.24))).toBeGreaterThanOrEqual(4.5);
});

test('a name whose symbol is hardly visible is black or white', () => {
  expect(style('#ffff00', '#ffffff')).toMatchObject({ text: '#000000', shade: undefined });
});
