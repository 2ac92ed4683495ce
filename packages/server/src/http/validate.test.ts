import Type from 'typebox';
import { describe, expect, it } from 'vitest';
import { checkBody, unstorable } from './validate.ts';

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

  it('rejects objects with more than 20,000 fields', () => {
    const holding = (count: number) => ({ a: Object.fromEntries(Array.from({ length: count }, (_, key) => [key, 1])) });
    expect(unstorable(holding(20_000))).toBeUndefined();
    expect(unstorable(holding(20_001))).toMatchObject({ path: '/a', rule: 'maxProperties' });
  });

  it('rejects nesting deeper than 64 levels, however deep', () => {
    expect(unstorable(wrap(64, 1))).toBeUndefined();
    expect(unstorable(wrap(65, 1))).toMatchObject({ rule: 'maxDepth' });
    expect(unstorable(JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)))).toMatchObject({ rule: 'maxDepth' });
  });
});

describe('a body', () => {
  const check = checkBody(Type.Array(Type.Integer(), { maxItems: 10 }));

  it('has all its faults listed, up to a hundred', () => {
    expect(check(['a', 1, 'b']).map(({ path }) => path)).toEqual(['/0', '/2']);
    expect(check(Array.from({ length: 1_000 }, () => 'a'))).toHaveLength(100);
  });

  it('of a million wrong values has its first fault listed: collecting all takes seconds', () => {
    expect(check(Array.from({ length: 1_000_000 }, () => 'a'))).toMatchObject([{ path: '', rule: 'maxItems' }]);
  });
});
