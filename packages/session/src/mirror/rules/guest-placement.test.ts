import { expect, test } from 'vitest';
import { NO_CHANNELS, occupy } from './channels.ts';
import { placeOf } from './guest-placement.ts';

const SCREEN = { width: 1920, height: 1080, cores: 2, guests: 1 };
const filled = (count: number) => [...'abcdefghi'].slice(0, count).reduce(occupy, NO_CHANNELS);

test.each([
  [1, '1920x1080'],
  [2, '960x1080'],
  [3, '960x540'],
  [4, '960x540'],
  [6, '640x540'],
  [9, '640x360'],
])('%i streams get %s each', (count, room) => {
  const place = placeOf('a', filled(count), null, SCREEN);
  expect(`${place.room?.width}x${place.room?.height}`).toBe(room);
  expect(place).toMatchObject({ position: 0, count, spotlight: false });
});

test.each([
  ['a', 2, { spotlight: true, room: { width: 1536, height: 1080 } }],
  ['b', 2, { spotlight: false, room: { width: 384, height: 270 } }],
  ['b', 9, { spotlight: false, room: { width: 384, height: 135 } }],
])('with one enlarged, %s of %i gets its share', (key, count, place) =>
  expect(placeOf(key, filled(count), 'a', SCREEN)).toMatchObject(place),
);

test.each([
  ['alone', 'a', 1, null, 2, 30],
  ['one of four', 'a', 4, null, 2, 15],
  ['one of nine', 'a', 9, null, 2, 6],
  ['one of nine on a single core, where it still moves', 'a', 9, null, 1, 5],
  ['one of nine on eight cores', 'a', 9, null, 8, 26],
  ['the large one of nine', 'a', 9, 'a', 2, 30],
  ['a small one of nine beside it', 'b', 9, 'a', 2, 5],
  ['a small one of two beside it', 'b', 2, 'a', 2, 30],
  ['the only guest beside what is no guest and large, on a single core', 'a', 1, 'x', 1, 5],
])('%s gets the frame rate that the processor can show', (_, key, count, large, cores, rate) =>
  expect(placeOf(key, filled(count), large, { ...SCREEN, cores }).rate).toBe(rate),
);

test.each([
  ['as the only one, alone on the whole screen', 0, 1, null, '1920x1080', 30],
  ['as the only one of nine who are there, as small as one of nine', 0, 9, null, '640x360', 6],
  ['beside four, of nine who are there', 4, 9, null, '640x360', 6],
  ['beside what is no guest, as one of two', 1, 1, null, '960x1080', 30],
  ['beside a large one, as a small one', 1, 2, 'a', '384x270', 30],
] as const)('a guest who shares nothing yet is told to start %s', (_, shown, guests, large, room, rate) => {
  const place = placeOf('new', filled(shown), large, { ...SCREEN, guests });
  expect(place).toMatchObject({ position: null, count: shown, spotlight: false, rate });
  expect(`${place.room?.width}x${place.room?.height}`).toBe(room);
});
