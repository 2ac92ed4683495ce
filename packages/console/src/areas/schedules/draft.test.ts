import { expect, it } from 'vitest';
import { type Draft, draftOf, faultsOf, wantedOf } from './draft.ts';

const night = { ...draftOf(undefined), name: ' Night ', timeZone: 'Europe/Berlin' };

it('sends days or a date, a tag or a filter, and a message only if the command shows one', () => {
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

it('is complete only with a name, a time and its command’s parameters', () => {
  const missing = (change: Partial<Draft>) =>
    Object.entries(faultsOf({ ...night, ...change }, (key) => key)).flatMap(([name, fault]) => (fault ? [name] : []));
  expect(missing({})).toEqual([]);
  expect(missing({ name: ' ' })).toEqual(['name']);
  expect(missing({ days: [] })).toEqual(['days']);
  expect(missing({ repeats: false })).toEqual(['date']);
  expect(missing({ type: 'notify' })).toEqual(['msg']);
  expect(missing({ time: '', timeZone: '' })).toEqual(['time', 'timeZone']);
});
