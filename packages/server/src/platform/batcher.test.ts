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
