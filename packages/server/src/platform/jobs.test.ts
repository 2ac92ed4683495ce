import { expect, it } from 'vitest';
import { forEach } from './jobs.ts';

it('an item whose work fails keeps no other from its own, and its error is reported', async () => {
  const done: string[] = [];
  const work = forEach(['first', 'broken', 'last'], async (item) => {
    if (item === 'broken') throw new Error('It broke');
    done.push(item);
  });
  await expect(work).rejects.toMatchObject({ message: '1 of 3 failed', errors: [{ message: 'It broke' }] });
  expect(done).toEqual(['first', 'last']);
});
