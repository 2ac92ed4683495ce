import { expect, it } from 'vitest';
import { isNetwork } from './tag-rules.ts';

it.each(['10.20.0.0/16', '10.20.3.4/16', '192.0.2.7', '0.0.0.0/0', '2001:db8::/32', '::1', '::ffff:192.0.2.1/128'])(
  '%s is a network',
  (text) => expect(isNetwork(text)).toBe(true),
);

it.each([
  '',
  '10.20.0.0/33',
  '10.20.0',
  '10.20.0.256',
  '10.20.0.0.1',
  '10.20.0.0/',
  '2001:db8::/129',
  '2001:db8::/08',
  '10.020.0.0/16',
  '1::2::3',
  'lobby',
])('"%s" is no network', (text) => expect(isNetwork(text)).toBe(false));
