import { expect, test } from 'vitest';
import { createPressCounter } from './timing.ts';

test('five presses within two seconds count, once', () => {
  const pressed = createPressCounter({ times: 5, withinMs: 2_000 });
  expect([0, 300, 600, 900, 1_200, 1_500].map(pressed)).toEqual([false, false, false, false, true, false]);
});

test('presses too far apart do not add up', () => {
  const pressed = createPressCounter({ times: 3, withinMs: 1_000 });
  expect([0, 600, 1_200, 1_800].map(pressed)).toEqual([false, false, false, false]);
  expect([5_000, 5_400, 5_900].map(pressed)).toEqual([false, false, true]);
});
