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

test('the next one begins once the one before is there', () => {
  for (const key of ['ann', 'ben', 'cid']) take(key);
  expect(begun).toEqual(['ann']);
  dones.get('ann')?.();
  dones.get('ann')?.();
  expect(begun).toEqual(['ann', 'ben']);
  dones.get('ben')?.();
  expect(begun).toEqual(['ann', 'ben', 'cid']);
});

test('who takes too long holds nobody up, and ends no later turn', () => {
  for (const key of ['ann', 'ben', 'cid']) take(key);
  vi.advanceTimersByTime(2_000);
  expect(begun).toEqual(['ann', 'ben']);
  dones.get('ann')?.();
  expect(begun).toEqual(['ann', 'ben']);
});

test('what is there at once is followed at once, and who comes later begins at once', () => {
  turns.take('ann', (done) => done());
  take('ben');
  expect(begun).toEqual(['ben']);
});

test('who waits and calls again keeps their turn, for the last call', () => {
  for (const key of ['ann', 'ben', 'cid']) take(key);
  take('ben', 'ben again');
  dones.get('ann')?.();
  expect(begun).toEqual(['ann', 'ben again']);
});

test('nobody begins after the end', () => {
  for (const key of ['ann', 'ben']) take(key);
  turns.clear();
  vi.advanceTimersByTime(10_000);
  expect(begun).toEqual(['ann']);
});
