import { describe, expect, it } from 'vitest';
import { inserted, moved, movesOfInsertion, movesOfMove, movesOfRemoval, newEntry, removed } from './entries.ts';

const LETTERS = ['a', 'b', 'c', 'd'];

describe('a list', () => {
  it.each([
    [0, 3, 'bcda'],
    [3, 0, 'dabc'],
    [1, 2, 'acbd'],
    [2, 2, 'abcd'],
  ])('moved from %i to %i is %s', (from, to, order) => expect(moved(LETTERS, from, to).join('')).toBe(order));

  it('removes and inserts an entry at a position', () => {
    expect(removed(LETTERS, 1).join('')).toBe('acd');
    expect(inserted(LETTERS, 1, 'x').join('')).toBe('axbcd');
  });
});

describe('names of entries by position', () => {
  it.each([
    [0, 3],
    [3, 0],
    [1, 2],
    [2, 1],
  ])('follow every entry through a move from %i to %i', (from, to) => {
    const after = moved(LETTERS, from, to);
    const moves = movesOfMove(from, to);
    for (const [position, letter] of LETTERS.entries()) expect(after[moves(position) ?? -1]).toBe(letter);
  });

  it('follow through a removal, and disappear with their entry', () => {
    const moves = movesOfRemoval(1);
    expect([0, 1, 2, 3].map(moves)).toEqual([0, undefined, 1, 2]);
  });

  it('follow through an insertion', () => expect([0, 1, 2].map(movesOfInsertion(1))).toEqual([0, 2, 3]));
});

it('a new entry has its defaults and required objects', () => {
  const icon = { type: 'object', default: {}, properties: { color: { type: 'string', default: '#ffffff' } } };
  const schema = {
    type: 'object',
    required: ['icon'],
    properties: { icon, name: { type: 'string' }, full: { type: 'boolean', default: true } },
  };
  expect(newEntry(schema)).toEqual({ icon: { color: '#ffffff' }, full: true });
});
