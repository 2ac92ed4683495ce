import { expect, test } from 'vitest';
import { contrast, mixed } from '../lib/contrast.ts';
import { iconLook } from './icon.ts';

const look = (symbol_color: string, background_color: string) => iconLook({ symbol_color, background_color });

test('a name has the color of its symbol where that can be read', () => {
  expect(look('#FFFFFF', '#171799')).toMatchObject({ text: '#FFFFFF', shade: undefined });
});

test.each([
  ['#ffffff', '#2b8a3e', '#000000'],
  ['#ffffff', '#d9480f', '#000000'],
  ['#000000', '#707070', '#ffffff'],
])('a name in %s that can nearly be read on %s has %s behind it', (color, background, shade) => {
  expect(look(color, background)).toMatchObject({ text: color, shade });
  expect(contrast(color, mixed(background, shade, 0.24))).toBeGreaterThanOrEqual(4.5);
});

test('a name whose symbol can hardly be seen is black or white', () => {
  expect(look('#ffff00', '#ffffff')).toMatchObject({ text: '#000000', shade: undefined });
});
