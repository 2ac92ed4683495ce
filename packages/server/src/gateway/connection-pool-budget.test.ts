import { expect, it } from 'vitest';
import { limitConcurrency } from './connection-pool-budget.ts';

it('limits concurrency, keeps the order, and continues after a failure', async () => {
  const turn = limitConcurrency(2);
  const ends: (() => void)[] = [];
  const began: number[] = [];
  const all = [0, 1, 2, 3].map((each) =>
    turn(async () => {
      began.push(each);
      await new Promise<void>((resolve) => ends.push(resolve));
      if (each === 0) throw new Error('failed');
      return each;
    }).catch(() => 'failed'),
  );
  expect(began).toEqual([0, 1]);
  ends[0]?.();
  await expect(all[0]).resolves.toBe('failed');
  await expect.poll(() => began).toEqual([0, 1, 2]);
  ends[1]?.();
  await expect.poll(() => began).toEqual([0, 1, 2, 3]);
  ends[2]?.();
  ends[3]?.();
  expect(await Promise.all(all)).toEqual(['failed', 1, 2, 3]);
});
