import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it, vi } from 'vitest';
import { createMemorySaver, createReconnectMemoryTrimmer } from './reconnect-memory.ts';

/** A trimmer, when it reduces memory (true) and stops (false), and V8's collections since it began. */
function createTrimmer() {
  const said: boolean[] = [];
  const seen = { collections: 0 };
  const memoryTrimmer = createReconnectMemoryTrimmer({
    start: () => void said.push(true),
    stop: () => void said.push(false),
    collections: () => seen.collections,
  });
  return { said, seen, memoryTrimmer };
}

/** When memory is reduced if this many machines connect between ticks. */
function told(...arrivals: readonly number[]): boolean[] {
  const { said, memoryTrimmer } = createTrimmer();
  for (const arrived of arrivals) memoryTrimmer.tick(arrived);
  memoryTrimmer.stop();
  return said;
}

const quiet = (looks: number) => Array.from({ length: looks }, () => 0);

it('reduces memory for a while after a rush of connections, even with stragglers', () => {
  expect(told(600, 900, 3, 1)).toEqual([true, false]);
  const { said, memoryTrimmer } = createTrimmer();
  for (const arrived of [5_000, 0, 0]) memoryTrimmer.tick(arrived);
  expect(said).toEqual([true]);
  for (const arrived of quiet(11)) memoryTrimmer.tick(arrived);
  expect(said).toEqual([true]);
  memoryTrimmer.tick(0);
  expect(said).toEqual([true, false]);
  memoryTrimmer.stop();
  expect(said).toEqual([true, false]);
});

it('stops reducing memory as soon as V8 has collected all garbage often enough', () => {
  const { said, seen, memoryTrimmer } = createTrimmer();
  for (const arrived of [5_000, 0, 0]) memoryTrimmer.tick(arrived);
  seen.collections = 3;
  memoryTrimmer.tick(0);
  expect(said).toEqual([true]);
  seen.collections = 4;
  memoryTrimmer.tick(0);
  expect(said).toEqual([true, false]);
});

it('counts V8’s full collections from the start of a reduction', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const saver = createMemorySaver();
  for (const _round of [1, 2]) {
    saver.start();
    expect(saver.collections()).toBe(0);
    collect();
    collect();
    await vi.waitFor(() => expect(saver.collections()).toBeGreaterThanOrEqual(2));
    saver.stop();
    collect();
    await new Promise((done) => setTimeout(done, 20));
    expect(saver.collections()).toBe(0);
  }
});

it('does not reduce memory during a rush, or for few or slowly connecting machines', () => {
  expect(told(900, 900, 900)).toEqual([]);
  expect(told(300, 0, 0, 0)).toEqual([]);
  expect(told(999, 0, 0, 0)).toEqual([]);
  expect(told(1_000, 0, 0, 0)).toEqual([true, false]);
  expect(told(...Array.from({ length: 20 }, () => [300, 0, 0]).flat())).toEqual([]);
});

it('ends the reduction when another rush begins', () => {
  const { said, memoryTrimmer } = createTrimmer();
  for (const arrived of [2_000, 0, 0, 999]) memoryTrimmer.tick(arrived);
  expect(said).toEqual([true]);
  memoryTrimmer.tick(1);
  memoryTrimmer.tick(500);
  expect(said).toEqual([true, false]);
});
