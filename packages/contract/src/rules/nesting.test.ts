import { expect, test } from 'vitest';
import { isTooDeep } from './nesting.ts';

const nested = (levels: number): unknown => JSON.parse(`${'[{"a":'.repeat(levels / 2)}1${'}]'.repeat(levels / 2)}`);

test.each([
  [0, false],
  [200, false],
  [202, true],
  [100_000, true],
])('of %i levels, too deep: %s', (levels, isDeep) => {
  expect(isTooDeep(nested(levels))).toBe(isDeep);
});
