import { expect, test } from 'vitest';
import { keepEqual } from './store.ts';

test('an equal value keeps its identity', () => {
  const before = { a: [1, { b: 'x' }], c: null };
  expect(keepEqual(before, { a: [1, { b: 'x' }], c: null })).toBe(before);
});

test('only the changed branch is new', () => {
  const before = { look: { color: 'red' }, tiles: [{ name: 'a' }, { name: 'b' }] };
  const next = keepEqual(before, { look: { color: 'red' }, tiles: [{ name: 'a' }, { name: 'B' }] });
  expect(next).not.toBe(before);
  expect(next.look).toBe(before.look);
  expect(next.tiles[0]).toBe(before.tiles[0]);
  expect(next.tiles[1]).toEqual({ name: 'B' });
});

test('a missing field differs from an undefined one', () => {
  const before: Record<string, unknown> = { a: 1 };
  expect(keepEqual(before, { a: 1, b: undefined })).toEqual({ a: 1, b: undefined });
  expect(Object.keys(keepEqual<Record<string, unknown>>({ a: 1, b: 2 }, { a: 1 }))).toEqual(['a']);
});

test('a shorter list is shorter', () => {
  expect(keepEqual([1, 2, 3], [1, 2])).toEqual([1, 2]);
});

test('a key named __proto__ is a field like any other', () => {
  const next = keepEqual({}, JSON.parse('{"__proto__": {"polluted": true}}'));
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  expect(Object.keys(next)).toEqual(['__proto__']);
});
