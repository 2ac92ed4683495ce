import { expect, it } from 'vitest';
import { differences, type Shown } from './compare.ts';

const plain = (value: unknown): Shown => ({ clear: value, masked: value });

it('lists what was added, removed, and changed, at every depth', () => {
  const before = plain({ a: 1, list: [{ x: 1 }, { x: 2 }], gone: { deep: true } });
  const after = plain({ a: 1, list: [{ x: 1 }, { x: 3 }, { x: 4 }], 'new/key': null });
  expect(differences(before, after)).toEqual([
    { path: '/list/1/x', before: 2, after: 3 },
    { path: '/list/2', after: { x: 4 } },
    { path: '/gone', before: { deep: true } },
    { path: '/new~1key', after: null },
  ]);
});

it('reports that a secret changed without showing its values', () => {
  const before = { clear: { password: 'old', name: 'a' }, masked: { password: '***', name: 'a' } };
  const after = { clear: { password: 'new', name: 'a' }, masked: { password: '***', name: 'a' } };
  expect(differences(before, after)).toEqual([{ path: '/password', before: '***', after: '***' }]);
  expect(differences(before, before)).toEqual([]);
});

it('reports a list that became an object as one change', () => {
  expect(differences(plain({ a: [] }), plain({ a: {} }))).toEqual([{ path: '/a', before: [], after: {} }]);
});
