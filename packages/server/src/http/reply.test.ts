import { expect, it } from 'vitest';
import { matchesNone, readIfMatch } from './reply.ts';

it.each([
  [undefined, undefined],
  ['*', undefined],
  ['"7"', '7'],
  [' W/"7" ', '7'],
  ['""', ''],
])('reads If-Match %j as %j', (header, tag) => {
  expect(readIfMatch(header)).toBe(tag);
});

it.each(['7', '"7', '"7", "8"', "'7'"])('rejects If-Match %j', (header) => {
  expect(() => readIfMatch(header)).toThrow(expect.objectContaining({ code: 'invalid-input' }));
});

it.each([
  [undefined, false],
  ['"7"', true],
  ['W/"7"', true],
  ['"6", "7"', true],
  ['*', true],
  ['"77"', false],
  ['7', false],
])('If-None-Match %j names the tag 7: %j', (header, matches) => {
  expect(matchesNone(header, '7')).toBe(matches);
});
