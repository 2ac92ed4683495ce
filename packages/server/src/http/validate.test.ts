import { describe, expect, it } from 'vitest';
import { unstorable } from './validate.ts';

/** Nested lists of this depth around a value. */
function wrap(depth: number, value: unknown): unknown {
  return depth === 0 ? value : [wrap(depth - 1, value)];
}

describe('unstorable', () => {
  it.each([
    ['a NUL in a text', { name: 'a\0b' }, '/name'],
    ['half a surrogate pair', { a: [{ 'b/c': '\ud83d' }] }, '/a/0/b~1c'],
    ['a low surrogate alone', ['\ude00'], '/0'],
    ['a NUL in the name of a field', { outer: { 'x\0': 1 } }, '/outer'],
  ])('finds %s', (_, value, path) => {
    expect(unstorable(value)).toMatchObject({ path, rule: 'text' });
  });

  it('accepts whole surrogate pairs, other control characters, and every kind of value', () => {
    expect(unstorable({ a: '😀\u0001\uffff', b: null, c: [1, true, 1e308], d: {} })).toBeUndefined();
  });

  it('rejects nesting deeper than 64 levels, however deep', () => {
    expect(unstorable(wrap(64, 1))).toBeUndefined();
    expect(unstorable(wrap(65, 1))).toMatchObject({ rule: 'maxDepth' });
    expect(unstorable(JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)))).toMatchObject({ rule: 'maxDepth' });
  });
});
