import { readdirSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { dayTimeAt, PICTURES, pictureNumber } from './background.tsx';

const FOLDER = new URL('../../../client/public/backgrounds/', import.meta.url);

test('every set has three or four images of at most 60 kB', () => {
  for (const count of Object.values(PICTURES)) expect([3, 4]).toContain(count);
  const names = Object.entries(PICTURES).flatMap(([set, count]) =>
    Array.from({ length: count }, (_, index) => `${set}-${index + 1}.webp`),
  );
  expect(readdirSync(FOLDER).sort()).toEqual(names.sort());
  for (const name of names) expect(statSync(new URL(name, FOLDER)).size).toBeLessThan(60 * 1024);
});

test('each hour has the set of spec chapter 2', () => {
  const sets = Array.from({ length: 24 }, (_, hour) => dayTimeAt(hour));
  expect(sets.slice(0, 6)).toEqual(Array(6).fill('night'));
  expect(sets.slice(6, 10)).toEqual(Array(4).fill('morning'));
  expect(sets.slice(10, 18)).toEqual(Array(8).fill('day'));
  expect(sets.slice(18, 21)).toEqual(Array(3).fill('evening'));
  expect(sets.slice(21)).toEqual(Array(3).fill('night'));
});

test('the image changes once a day, in the morning', () => {
  const at = (day: number, hour: number) => pictureNumber(new Date(2026, 10, day, hour), 4);
  expect(at(21, 6)).toBe(at(21, 23));
  expect(at(22, 3)).toBe(at(21, 23));
  expect(at(22, 7)).not.toBe(at(21, 23));
});

test('a set shows all its images in turn', () => {
  const seen = new Set(Array.from({ length: 8 }, (_, day) => pictureNumber(new Date(2026, 10, 1 + day, 12), 3)));
  expect([...seen].sort()).toEqual([0, 1, 2]);
});
