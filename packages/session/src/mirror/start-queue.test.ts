import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StartQueue } from './start-queue.ts';

let begun: string[];
let turns: StartQueue;
const dones = new Map<string, () => void>();

beforeEach(() => {
  vi.useFakeTimers();
  begun = [];
  turns = new StartQueue(2_000);
});
afterEach(() => void vi.useRealTimers());

function take(key: string, as = key): void {
  turns.take(key, (done) => {
    begun.push(as);
    dones.set(as, done);
  });
}

test('the next one starts once the previous one is done', () => {
  for (const key of ['ann', 'ben', 'cid']) take(key);
  expect(begun).toEqual(['ann']);
  dones.get('ann')?.();
  dones.get('ann')?.();
  expect(begun).toEqual(['ann', 'ben']);
  dones.get('ben')?.();
  expect(begun).toEqual(['ann', 'ben', 'cid']);
});

test('a slow one does not block others, and does not end a later turn', () => {
  for (const key of ['ann', 'ben', 'cid']) take(key);
  vi.advanceTimersByTime(2_000);
  expect(begun).toEqual(['ann', 'ben']);
  dones.get('ann')?.();
  expect(begun).toEqual(['ann', 'ben']);
});

test('a completed start is followed right away, and a later one starts right away', () => {
  turns.take('ann', (done) => done());
  take('ben');
  expect(begun).toEqual(['ben']);
});

test('a queued entry that calls again keeps its turn, with the last call', () => {
  for (const key of ['ann', 'ben', 'cid']) take(key);
  take('ben', 'ben again');
  dones.get('ann')?.();
  expect(begun).toEqual(['ann', 'ben again']);
});

test('starts nothing after the queue is cleared', () => {
  for (const key of ['ann', 'ben']) take(key);
  turns.clear();
  vi.advanceTimersByTime(10_000);
  expect(begun).toEqual(['ann']);
});
