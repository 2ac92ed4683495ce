import { expect, it } from 'vitest';
import { assignSlots, rowsInFull, swapSlots } from './slots.ts';

const NOBODY = { kept: -1, inOrder: true };
const SCROLLING = { kept: -1, inOrder: false };

it('reuses the elements of hidden rows for new ones, without moving elements until scrolling ends', () => {
  const first = assignSlots(new Map(), [0, 1, 2], NOBODY);
  expect([...first]).toEqual([
    [0, 0],
    [1, 1],
    [2, 2],
  ]);
  const scrolled = assignSlots(first, [2, 3, 4], SCROLLING);
  expect([...scrolled]).toEqual([
    [3, 0],
    [4, 1],
    [2, 2],
  ]);
  expect([...assignSlots(scrolled, [2, 3, 4], NOBODY)]).toEqual([
    [2, 2],
    [3, 0],
    [4, 1],
  ]);
});

it('never shows another row in the focused element', () => {
  const first = assignSlots(new Map(), [0, 1, 2], NOBODY);
  expect([...assignSlots(first, [1, 2, 3], { ...SCROLLING, kept: 0 })]).toEqual([
    [1, 1],
    [2, 2],
    [3, 3],
  ]);
});

it('takes an element along to the row where its machine is now', () => {
  const first = assignSlots(new Map(), [0, 1, 2], NOBODY);
  const sorted = assignSlots(swapSlots(first, 0, 2), [0, 1, 2], NOBODY);
  expect([...sorted]).toEqual([
    [0, 2],
    [1, 1],
    [2, 0],
  ]);
  expect(swapSlots(first, 0, 7)).toBe(first);
});

it('has as many elements as rows', () => {
  const many = assignSlots(new Map(), [5, 6, 7, 8], NOBODY);
  expect([...assignSlots(many, [8, 9], SCROLLING).keys()].toSorted()).toEqual([8, 9]);
  expect(new Set(assignSlots(many, [8, 9, 10, 11, 12], SCROLLING).values()).size).toBe(5);
});

it('renders names while scrolling fast, some full rows as it slows down, and all rows once it stops', () => {
  const slotsOf = (rows: readonly number[]) => assignSlots(new Map(), rows, NOBODY);
  const atRest = rowsInFull(new Set(), new Map(), [0, 1, 2, 3, 4, 5, 6, 7], false);
  expect([...atRest]).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  const flying = rowsInFull(atRest, slotsOf([0, 1, 2, 3, 4, 5, 6, 7]), [6, 7, 8, 9, 10, 11, 12, 13], true);
  expect([...flying]).toEqual([6, 7]);
  const slowing = rowsInFull(flying, slotsOf([6, 7, 8, 9, 10, 11, 12, 13]), [7, 8, 9, 10, 11, 12, 13, 14], true);
  expect([...slowing]).toEqual([7, 8, 9, 10, 11]);
  expect(rowsInFull(slowing, slotsOf([7, 8]), [7, 8, 9], false)).toEqual(new Set([7, 8, 9]));
});
