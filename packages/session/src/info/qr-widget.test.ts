import { expect, test } from 'vitest';
import { wifiText } from './qr-widget.tsx';

test('special characters of name and password are escaped', () => {
  expect(wifiText('Gäste; EG', 'a:b\\c"d')).toBe('WIFI:S:Gäste\\; EG;T:WPA;P:a\\:b\\\\c\\"d;;');
});

test('an open network has no password', () => {
  expect(wifiText('Guests', '')).toBe('WIFI:S:Guests;T:nopass;;');
});

test('there is no code without a network', () => {
  expect(wifiText('', 'secret')).toBe('');
});
