import { expect, test } from 'vitest';
import { createAwakeTime } from './awake.ts';

function beats(...afterMs: number[]): number {
  let time = 100_000;
  const awake = createAwakeTime(() => time);
  const began = awake.now();
  for (const each of afterMs) {
    time += each;
    awake.beat();
  }
  return awake.now() - began;
}

test.each([
  ['goes on as long as it beats', [1_000, 1_000, 1_000], 3_000],
  ['forgives a beat that is a little late', [1_000, 1_900], 2_900],
  ['stands still while the page is held up, but for two beats', [1_000, 30_000], 3_000],
  ['goes on afterwards', [30_000, 1_000, 1_000], 4_000],
])('awake time %s', (_, afterMs, counted) => expect(beats(...afterMs)).toBe(counted));
