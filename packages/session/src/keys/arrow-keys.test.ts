import { expect, test } from 'vitest';
import { nextStop } from './arrow-keys.ts';

// Two rows of three, and one tile centered below them.
const boxes = [0, 100, 200].map((left) => ({ left, top: 0, height: 80 }));
boxes.push(...[0, 100, 200].map((left) => ({ left, top: 100, height: 80 })), { left: 100, top: 200, height: 80 });

test.each([
  ['ArrowRight', 0, 1],
  ['ArrowRight', 2, 3],
  ['ArrowRight', 6, -1],
  ['ArrowLeft', 0, -1],
  ['ArrowDown', 2, 5],
  ['ArrowDown', 3, 6],
  ['ArrowUp', 6, 4],
  ['ArrowUp', 1, -1],
  ['Home', 5, 0],
  ['End', 0, 6],
  ['a', 0, -1],
])('%s on tile %i moves to %i', (key, current, next) => {
  expect(nextStop(key, boxes, current)).toBe(next);
});

test('a focused tile that is slightly raised still belongs to its row', () => {
  const raised = boxes.map((box, index) => (index === 1 ? { ...box, top: -3 } : box));
  expect(nextStop('ArrowDown', raised, 1)).toBe(4);
});
