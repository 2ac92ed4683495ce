import { expect, it } from 'vitest';
import { DAILY, LETTERS, PLATFORM, SETTINGS } from './nav-entries.ts';

it('every page of the navigation has a unique letter', () => {
  const pages = [...DAILY, ...SETTINGS, ...PLATFORM].map(({ label }) => label);
  expect(pages.filter((label) => LETTERS[label] === undefined)).toEqual([]);
  const letters = Object.values(LETTERS);
  expect(new Set(letters).size).toBe(letters.length);
});
