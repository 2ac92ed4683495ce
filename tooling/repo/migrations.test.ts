import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';

it('no two migrations have the same number', () => {
  const folder = new URL('../../packages/server/src/db/migrations/', import.meta.url);
  const numbers = readdirSync(folder).map((file) => file.slice(0, 4));
  expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
});
