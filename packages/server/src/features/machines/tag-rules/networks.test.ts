import { isNetwork } from '@berth/contract/rules/networks';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rowsOf } from '../../../testing/fleet.ts';
import { sharedServer } from '../../../testing/server.ts';

const server = await sharedServer();

it('the database reads every network that the contract allows', async () => {
  const hex = fc.nat(0xffff).map((number) => number.toString(16));
  const decimal = fc.oneof(
    fc.nat(300).map(String),
    fc.nat(99).map((number) => `0${number}`),
  );
  const ipv4 = fc.array(decimal, { minLength: 3, maxLength: 5 }).map((parts) => parts.join('.'));
  const part = fc.oneof({ weight: 6, arbitrary: hex }, { weight: 2, arbitrary: fc.constant('') }, ipv4);
  const ipv6 = fc.array(part, { minLength: 2, maxLength: 9 }).map((parts) => parts.join(':'));
  const prefix = fc.oneof(
    fc.constant(''),
    fc.nat(140).map((bits) => `/${bits}`),
    fc.nat(9).map((bits) => `/0${bits}`),
  );
  const text = fc.tuple(fc.oneof(ipv4, ipv6), prefix).map((both) => both.join(''));
  const allowed = fc.sample(text, 20_000).filter(isNetwork);
  expect(allowed.length).toBeGreaterThan(300);
  await rowsOf(server, 'select $1::text[]::inet[]', [allowed]);
});
