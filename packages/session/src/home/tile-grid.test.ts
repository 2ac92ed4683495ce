import { expect, test } from 'vitest';
import { beginsRow, tileGrid } from './tile-grid.ts';

/** The room between shelf and Status Bar on a screen of 1920x1080. */
const ROOM = { width: 1792, height: 594, dense: false };
const grid = (count: number, room = ROOM, rem = 16) => tileGrid(count, room, rem);

test.each([
  [1, 1, 1],
  [4, 4, 1],
  [9, 5, 2],
  [13, 7, 2],
  [24, 8, 3],
])('%i tiles have %i columns and %i rows', (count, columns, rows) => {
  expect(grid(count)).toMatchObject({ columns, rows, fits: true, crowded: false });
});

test('60 tiles fit on a screen with a one-line shelf', () => {
  expect(grid(60)).toMatchObject({ crowded: true });
  expect(grid(60, { width: 1792, height: 840, dense: true })).toMatchObject({ columns: 10, rows: 6, fits: true });
});

test('tiles that do not fit scroll, in columns wide enough for a name', () => {
  const { columns, fits, crowded } = grid(60, { width: 600, height: 300, dense: true });
  expect({ columns, fits, crowded }).toEqual({ columns: 4, fits: false, crowded: true });
});

test('large text makes tiles wider', () => {
  expect(grid(24, ROOM, 16 * 1.6).columns).toBeLessThan(grid(24).columns);
});

test.each([
  [9, 2, [0, 5]],
  [13, 3, [0, 5, 9]],
  [14, 3, [0, 5, 10]],
  [4, 1, [0]],
  [3, 3, [0, 1, 2]],
])('%i tiles in %i rows: rows differ by at most one tile', (count, rows, starts) => {
  const places = Array.from({ length: count }, (_, place) => place);
  expect(places.filter((place) => beginsRow(place, count, rows))).toEqual(starts);
});
