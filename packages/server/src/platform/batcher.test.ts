import { expect, it } from 'vitest';
import { createBatcher } from './batcher.ts';

it('batches items that arrive during work, by group, and continues after a failed batch', async () => {
  const batches: string[][] = [];
  const ends: (() => void)[] = [];
  const ask = createBatcher({
    groupOf: (item: string) => item.slice(0, 1),
    work: async (items) => {
      batches.push([...items]);
      await new Promise<void>((resolve) => ends.push(resolve));
      if (items.includes('a2')) throw new Error('failed');
      return items.map((item) => item.toUpperCase());
    },
    atOnce: 1,
    most: 2,
  });
  const first = ask('a1');
  await expect.poll(() => batches).toEqual([['a1']]);
  const others = ['a2', 'b1', 'a3', 'a4'].map((item) => ask(item).catch(() => 'failed'));
  for (const batch of [['a2', 'a3'], ['b1'], ['a4']]) {
    ends.pop()?.();
    await expect.poll(() => batches.at(-1)).toEqual(batch);
  }
  ends.pop()?.();
  expect(await first).toBe('A1');
  expect(await Promise.all(others)).toEqual(['failed', 'B1', 'failed', 'A4']);
});

it('gathers what arrives during a rush, and serves a single item right away', async () => {
  const batches: string[][] = [];
  const ends: (() => void)[] = [];
  const ask = createBatcher({
    groupOf: () => '',
    work: async (items: readonly string[]) => {
      batches.push([...items]);
      await new Promise<void>((resolve) => ends.push(resolve));
      return items;
    },
    atOnce: 1,
    most: 10,
    gatherMs: 20,
  });
  const first = ask('a');
  await Promise.resolve();
  expect(batches).toEqual([['a']]);
  const second = ask('b');
  ends.pop()?.();
  await first;
  const third = ask('c');
  await expect.poll(() => batches.at(-1)).toEqual(['b', 'c']);
  ends.pop()?.();
  expect(await Promise.all([second, third])).toEqual(['b', 'c']);
  // Right after a batch, too.
  const last = [ask('d')];
  await new Promise(setImmediate);
  last.push(ask('e'));
  await expect.poll(() => batches.at(-1)).toEqual(['d', 'e']);
  ends.pop()?.();
  expect(await Promise.all(last)).toEqual(['d', 'e']);
});
