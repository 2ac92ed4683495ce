import { expect, it } from 'vitest';
import { holdsMoreValues } from './json-values.ts';

it.each([
  ['1', 1],
  ['[1,2,3]', 4],
  ['{"a":[{"b":1}],"c":2}', 5],
  ['"[,{"', 1],
  ['["a\\"[,{","b\\\\",3]', 4],
])('%s holds at most %i values', (json, count) => {
  expect(holdsMoreValues(Buffer.from(json), count)).toBe(false);
  expect(holdsMoreValues(Buffer.from(json), count - 1)).toBe(true);
});
