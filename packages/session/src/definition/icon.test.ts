import { applyDefaults } from '@berth/contract/profile/defaults';
import { Icon } from '@berth/contract/profile/icon';
import { expect, test } from 'vitest';
import { contrast, mixed } from '../lib/contrast.ts';
import { iconStyle } from './icon.ts';

const style = (symbol_color: string, background_color: string) =>
  iconStyle(applyDefaults(Icon, { symbol_color, background_color }));

test('a name has the color of its symbol where it is readable', () => {
  expect(style('#FFFFFF', '#171799')).toMatchObject({ text: '#FFFFFF', shade: undefined });
});

test.each([
  ['#ffffff', '#2b8a3e', '#000000'],
  ['#ffffff', '#d9480f', '#000000'],
  ['#000000', '#707070', '#ffffff'],
])('a name in %s that is nearly readable on %s has %s behind it', (color, background, shade) => {
  expect(style(color, background)).toMatchObject({ text: color, shade });
  expect(contrast(color, mixed(background, shade, 0.24))).toBeGreaterThanOrEqual(4.5);
});

test('a name whose symbol is hardly visible is black or white', () => {
  expect(style('#ffff00', '#ffffff')).toMatchObject({ text: '#000000', shade: undefined });
});
