import { expect, test } from 'vitest';
import { isAddressWithPrefix, isIpv4, readServers } from './wired-address.tsx';

test.each(['192.0.2.10', '0.0.0.0', '255.255.255.255'])('%s is an address', (text) => {
  expect(isIpv4(text)).toBe(true);
});

test.each(['192.0.2', '192.0.2.256', '192.0.2.1/24', 'a.b.c.d', ''])('%s is not an address', (text) => {
  expect(isIpv4(text)).toBe(false);
});

test('a manual address includes its prefix length', () => {
  expect(isAddressWithPrefix('192.0.2.10/24')).toBe(true);
  expect(isAddressWithPrefix('192.0.2.10')).toBe(false);
  expect(isAddressWithPrefix('192.0.2.10/33')).toBe(false);
});

test('servers are parsed from common list formats', () => {
  expect(readServers('192.0.2.1, 192.0.2.2 192.0.2.3')).toEqual(['192.0.2.1', '192.0.2.2', '192.0.2.3']);
  expect(readServers('')).toEqual([]);
  expect(readServers('192.0.2.1, dns')).toBeUndefined();
});
