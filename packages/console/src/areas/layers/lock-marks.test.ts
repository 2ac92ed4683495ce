import type { LayerSummary } from '@berth/contract/api/layers';
import { expect, it } from 'vitest';
import { below } from './lock-marks.tsx';

const layer = (id: string, scope: LayerSummary['scope'], position: number, more: Partial<LayerSummary> = {}) =>
  ({ id, scope, position, tag: null, lockCount: 1, ...more }) as LayerSummary;

const ALL = [
  layer('house', 'organization', 0),
  layer('quiet', 'organization', 1, { lockCount: 0 }),
  layer('colors', 'organization', 2),
  layer('desk', 'tag', 3, { tag: 'desk' }),
  layer('other', 'tag', 4, { tag: 'other' }),
  layer('desk-2', 'tag', 5, { tag: 'desk' }),
  layer('mine', 'machine', 0, { lockCount: 0 }),
];

it.each([
  ['house', []],
  ['colors', ['house']],
  ['desk', ['house', 'colors']],
  ['desk-2', ['house', 'colors', 'desk']],
  ['mine', ['house', 'colors']],
])('the locks that hold against %s at every machine are those of %j', (id, names) => {
  const own = ALL.find((each) => each.id === id) ?? expect.unreachable();
  expect(below(own, ALL).map((each) => each.id)).toEqual(names);
});
