import { expect, it } from 'vitest';
import { createReconnectMemoryTrimmer } from './reconnect-memory.ts';

/** The reported memory settings when this many machines connect between ticks. */
function told(...arrivals: readonly number[]): boolean[] {
  const said: boolean[] = [];
  const memoryTrimmer = createReconnectMemoryTrimmer((isSparing) => void said.push(isSparing));
  for (const arrived of arrivals) memoryTrimmer.tick(arrived);
  memoryTrimmer.stop();
  return said;
}

const quiet = (looks: number) => Array.from({ length: looks }, () => 0);

it('reduces memory for a while after a rush of connections, even with stragglers', () => {
  expect(told(600, 900, 3, 1)).toEqual([true, false]);
  const said: boolean[] = [];
  const memoryTrimmer = createReconnectMemoryTrimmer((isSparing) => void said.push(isSparing));
  for (const arrived of [5_000, 0, 0]) memoryTrimmer.tick(arrived);
  expect(said).toEqual([true]);
  for (const arrived of quiet(12)) memoryTrimmer.tick(arrived);
  expect(said).toEqual([true, false]);
  memoryTrimmer.stop();
  expect(said).toEqual([true, false]);
});

it('does not reduce memory during a rush, or for few or slowly connecting machines', () => {
  expect(told(900, 900, 900)).toEqual([]);
  expect(told(300, 0, 0, 0)).toEqual([]);
  expect(told(...Array.from({ length: 20 }, () => [300, 0, 0]).flat())).toEqual([]);
});

it('ends the reduction when another rush begins', () => {
  expect(told(2_000, 0, 0, 1_500)).toEqual([true, false]);
});
