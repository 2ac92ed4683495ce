import { expect, it } from 'vitest';
import { readSearch, whereOf } from './where.ts';

const where = (address: string) => whereOf(readSearch(new URLSearchParams(address)));

it('omits the reports of machines by default', () => {
  expect(where('')).toEqual([{ actorKind: { neq: 'machine' } }]);
  expect(where('by=all')).toEqual([]);
});

it('searches a text in every field, with its wildcards escaped', () => {
  const [condition] = where('q=50%25_off') as [{ or: Record<string, { ilike: string }>[] }];
  expect(condition.or).toContainEqual({ action: { ilike: '%50\\%\\_off%' } });
  expect(condition.or).toContainEqual({ actorName: { ilike: '%50\\%\\_off%' } });
  expect(condition.or).toContainEqual({ targetName: { ilike: '%50\\%\\_off%' } });
});

it('searches the shown words as well', () => {
  const named = [{ action: { inq: ['machines.rename'] } }];
  const [condition] = whereOf(readSearch(new URLSearchParams('q=umbenannt')), named) as [{ or: object[] }];
  expect(condition.or).toContainEqual(named[0]);
});

it('includes whole days up to the end of the last one', () => {
  const [, from, to] = where('since=2026-11-20&until=2026-11-21') as unknown as [
    object,
    { time: { gte: string } },
    { time: { lt: string } },
  ];
  const hours = (Date.parse(to.time.lt) - Date.parse(from.time.gte)) / 3_600_000;
  expect(hours).toBe(48);
});

it('ignores invalid kinds and days', () => {
  expect(where('by=ghost&since=yesterday')).toEqual(where(''));
  expect(where('by=api-key')).toEqual([{ actorKind: 'api-key' }]);
});

it('finds names whose accents are typed as separate characters', () => {
  expect(where(`q=${encodeURIComponent('Bu\u0308ro')}`)).toEqual(where('q=Büro'));
});
