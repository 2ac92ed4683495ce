import { describe, expect, test } from 'vitest';
import { addDays, dateAt, instantOf, isDate, isSameZone, isTimeZone, timeZones, weekdayOf } from './time-zones.ts';

const at = (date: string, time: string, zone: string) => new Date(instantOf(date, time, zone)).toISOString();

describe('the instant of a local time', () => {
  test.each([
    ['in winter', '2026-01-15', '22:00', 'Europe/Berlin', '2026-01-15T21:00'],
    ['in summer', '2026-07-15', '22:00', 'Europe/Berlin', '2026-07-15T20:00'],
    ['before clocks go forward', '2026-03-29', '01:59', 'Europe/Berlin', '2026-03-29T00:59'],
    ['that is left out', '2026-03-29', '02:30', 'Europe/Berlin', '2026-03-29T01:30'],
    ['after clocks went forward', '2026-03-29', '03:00', 'Europe/Berlin', '2026-03-29T01:00'],
    ['before clocks go back', '2026-10-25', '01:59', 'Europe/Berlin', '2026-10-24T23:59'],
    ['that comes twice is the first', '2026-10-25', '02:30', 'Europe/Berlin', '2026-10-25T00:30'],
    ['after clocks went back', '2026-10-25', '03:00', 'Europe/Berlin', '2026-10-25T02:00'],
    ['west of Greenwich, left out', '2026-03-08', '02:30', 'America/New_York', '2026-03-08T07:30'],
    ['west of Greenwich, twice', '2026-11-01', '01:30', 'America/New_York', '2026-11-01T05:30'],
    ['where summer is half an hour', '2026-10-04', '02:15', 'Australia/Lord_Howe', '2026-10-03T15:45'],
    ['where hours are not whole', '2026-05-01', '22:00', 'Asia/Kathmandu', '2026-05-01T16:15'],
    ['where clocks change at midnight', '2026-09-06', '00:30', 'America/Santiago', '2026-09-06T04:30'],
    ['on a day that an island left out', '2011-12-30', '12:00', 'Pacific/Apia', '2011-12-30T22:00'],
    ['without summer time', '2026-03-29', '02:30', 'UTC', '2026-03-29T02:30'],
  ])('%s', (_when, date, time, zone, instant) => expect(at(date, time, zone)).toBe(`${instant}:00.000Z`));
});

test('dates are local to the zone', () => {
  const instant = Date.parse('2026-11-21T23:30:00Z');
  expect(dateAt(instant, 'Europe/Berlin')).toBe('2026-11-22');
  expect(dateAt(instant, 'America/New_York')).toBe('2026-11-21');
  expect(addDays('2026-02-28', 1)).toBe('2026-03-01');
  expect([weekdayOf('2026-11-21'), weekdayOf('2026-11-22'), weekdayOf('2026-11-23')]).toEqual([
    'saturday',
    'sunday',
    'monday',
  ]);
});

test('the 31st of a month with 30 days is not a date', () => {
  expect(['2026-02-28', '2028-02-29', '2026-02-29', '2026-11-31'].map(isDate)).toEqual([true, true, false, false]);
});

test('a month or a year is not a date', () => {
  expect(['', '2026', '2026-11', '2026-11-3', '+002026-11-03'].filter(isDate)).toEqual([]);
});

test('zone names reported by machines are validated', () => {
  expect(['Europe/Berlin', 'UTC', 'Mars/Olympus', '', '../etc'].map(isTimeZone)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

test('all zones are offered once, in order of their names, with that of computers before setup', () => {
  const zones = timeZones();
  expect(zones).toEqual([...new Set(zones)].toSorted());
  expect(zones).toEqual(expect.arrayContaining(['America/New_York', 'Asia/Tokyo', 'Europe/Berlin', 'UTC']));
  expect(zones.filter((zone) => !isTimeZone(zone))).toEqual([]);
});

test('a zone that was renamed is the same', () => {
  expect(isSameZone('Europe/Kiev', 'Europe/Kyiv')).toBe(true);
  expect(isSameZone('Europe/Kiev', 'Europe/Berlin')).toBe(false);
});

test('an unknown zone is the same as itself only, and has no local time', () => {
  expect(isSameZone('Mars/Olympus', 'Mars/Olympus')).toBe(true);
  expect(isSameZone('Mars/Olympus', 'Mars/Hellas')).toBe(false);
  expect(() => dateAt(0, 'Mars/Olympus')).toThrow('Mars/Olympus is no time zone');
});
