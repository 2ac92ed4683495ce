import { expect, test } from 'vitest';
import { createAwakeTime, isHeldUp } from './open-peer.ts';

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
  ['goes on afterward', [30_000, 1_000, 1_000], 4_000],
])('awake time %s', (_, afterMs, counted) => expect(beats(...afterMs)).toBe(counted));

test.each([
  ['held up while its network answers', 6_000, 'connected', true],
  ['held up for half a minute', 30_000, 'connected', true],
  ['gone, held up for longer', 30_001, 'connected', false],
  ['gone, where nothing answers', 6_000, 'disconnected', false],
  ['gone, where the way failed', 6_000, 'failed', false],
  ['gone, without a connection', 6_000, undefined, false],
] as const)('a silent peer is %s', (_, silentMs, connectionState, heldUp) =>
  expect(isHeldUp(silentMs, connectionState && { connectionState })).toBe(heldUp),
);
