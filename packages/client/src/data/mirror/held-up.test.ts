import { expect, test } from 'vitest';
import { isHeldUp } from './held-up.ts';

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
