import { expect, test } from 'vitest';
import { pollDelayMs, slowerPollMs } from './device-flow.ts';

test.each([
  [undefined, 5_000],
  ['1', 5_000],
  [0, 5_000],
  [-1, 5_000],
  [Number.NaN, 5_000],
  [2, 2_000],
  [1e9, 60_000],
])('a provider with the interval %s is asked every %i ms', (interval, delay) => {
  expect(pollDelayMs(interval)).toBe(delay);
});

test('a provider that asks for it is polled 5 seconds less often', () => {
  expect(slowerPollMs(pollDelayMs(5))).toBe(10_000);
});
