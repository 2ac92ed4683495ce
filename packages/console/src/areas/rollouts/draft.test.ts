import { expect, it } from 'vitest';
import { FIRST_DRAFT, isComplete, wantedOf, withGroup } from './draft.ts';

it('sends names, tags and a note only if filled in', () => {
  expect(wantedOf(FIRST_DRAFT).groups).toEqual([{ percent: 10 }, { percent: 30 }]);
  expect(wantedOf(FIRST_DRAFT)).not.toHaveProperty('note');
  const pilot = { key: 1, name: ' Pilot ', percent: 100, tag: 'lobby' };
  expect(wantedOf({ ...FIRST_DRAFT, groups: [pilot], note: ' New theme ' })).toMatchObject({
    groups: [{ name: 'Pilot', percent: 100, tag: 'lobby' }],
    note: 'New theme',
  });
});

it('is complete only with a group, and whole percentages from 1 to 100', () => {
  expect(isComplete(FIRST_DRAFT)).toBe(true);
  expect(isComplete({ ...FIRST_DRAFT, groups: [] })).toBe(false);
  expect(isComplete({ ...FIRST_DRAFT, errorThreshold: 0 })).toBe(false);
  expect(isComplete({ ...FIRST_DRAFT, successThreshold: 12.5 })).toBe(false);
  expect(isComplete({ ...FIRST_DRAFT, groups: [{ key: 1, name: '', percent: 101, tag: '' }] })).toBe(false);
});

it('adds a group with a unique key', () => {
  const { groups } = withGroup(withGroup(FIRST_DRAFT));
  expect(new Set(groups.map(({ key }) => key)).size).toBe(4);
});
