import { expect, it } from 'vitest';
import { draftOf, isComplete, wantedOf } from './draft.ts';

const night = { ...draftOf(undefined), name: ' Night ', timeZone: 'Europe/Berlin' };

it('sends days or a date, a tag or a filter, and a message only where one is shown', () => {
  expect(wantedOf(night)).toEqual({
    name: 'Night',
    type: 'trigger-update',
    filter: '{}',
    days: ['sunday'],
    time: '03:00',
    windowMinutes: 60,
    timeZone: 'Europe/Berlin',
    enabled: true,
  });
  const once = { ...night, repeats: false, date: '2026-12-24', tag: 'lobby', type: 'notify', msg: 'Merry' } as const;
  expect(wantedOf(once)).toMatchObject({ date: '2026-12-24', tag: 'lobby', msg: 'Merry' });
  expect(Object.keys(wantedOf(once))).not.toEqual(expect.arrayContaining(['days']));
  expect(Object.keys(wantedOf(once))).not.toEqual(expect.arrayContaining(['filter']));
});

it('is complete only with a name, a time and what its command needs', () => {
  expect(isComplete(night)).toBe(true);
  expect(isComplete({ ...night, name: ' ' })).toBe(false);
  expect(isComplete({ ...night, days: [] })).toBe(false);
  expect(isComplete({ ...night, repeats: false })).toBe(false);
  expect(isComplete({ ...night, type: 'notify' })).toBe(false);
});
