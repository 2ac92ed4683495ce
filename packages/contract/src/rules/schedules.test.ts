import { expect, test } from 'vitest';
import { nextOpening, openWindow, type Timing } from './schedules.ts';

const nightly: Timing = { days: ['saturday', 'sunday'], date: null, time: '01:30', windowMinutes: 120 };
const instant = (text: string) => Date.parse(`${text}:00Z`);
const isOpen = (timing: Timing, zone: string, text: string) => openWindow(timing, zone, instant(text)) !== undefined;

test('is open from its time for its duration, even if clocks change meanwhile', () => {
  // March 29, 2026: clocks go from 01:59 to 03:00. The window from 01:30 to 04:30 local time lasts two hours.
  const spring = ['2026-03-29T00:29', '2026-03-29T00:30', '2026-03-29T02:29', '2026-03-29T02:30'];
  expect(spring.map((text) => isOpen(nightly, 'Europe/Berlin', text))).toEqual([false, true, true, false]);
  // October 25, 2026: clocks go from 02:59 to 02:00. The window opens once, although its local time comes twice.
  const autumn = ['2026-10-24T23:29', '2026-10-24T23:30', '2026-10-25T01:29', '2026-10-25T01:30', '2026-10-25T02:00'];
  expect(autumn.map((text) => isOpen(nightly, 'Europe/Berlin', text))).toEqual([false, true, true, false, false]);
});

test('opens in the local time of each zone, on its own date', () => {
  const now = instant('2026-11-21T00:45');
  expect(openWindow(nightly, 'Europe/Berlin', now)?.date).toBe('2026-11-21');
  expect(openWindow(nightly, 'America/New_York', now)).toBeUndefined();
  expect(openWindow(nightly, 'America/New_York', instant('2026-11-21T06:45'))?.date).toBe('2026-11-21');
});

test('past midnight belongs to the day it opened on', () => {
  const late: Timing = { ...nightly, time: '23:30' };
  const window = openWindow(late, 'Europe/Berlin', instant('2026-11-22T23:30'));
  expect(window).toMatchObject({ date: '2026-11-22', closes: instant('2026-11-23T00:30') });
  expect(isOpen(late, 'Europe/Berlin', '2026-11-20T23:30')).toBe(false);
});

test('opens next on one of its days, or on its date and never again', () => {
  const berlin = (timing: Timing, text: string) => nextOpening(timing, 'Europe/Berlin', instant(text));
  expect(berlin(nightly, '2026-11-23T12:00')).toBe(instant('2026-11-28T00:30'));
  expect(berlin(nightly, '2026-11-28T00:30')).toBe(instant('2026-11-29T00:30'));
  const once: Timing = { ...nightly, days: null, date: '2026-12-24' };
  expect(berlin(once, '2026-11-23T12:00')).toBe(instant('2026-12-24T00:30'));
  expect(berlin(once, '2026-12-24T00:30')).toBeNull();
  // Later today, and the next day, and only in a week because today's is over.
  const fridays: Timing = { ...nightly, days: ['friday'] };
  expect(berlin(fridays, '2026-11-27T00:29')).toBe(instant('2026-11-27T00:30'));
  expect(berlin(fridays, '2026-11-26T12:00')).toBe(instant('2026-11-27T00:30'));
  expect(berlin(fridays, '2026-11-27T00:30')).toBe(instant('2026-12-04T00:30'));
  // In New York it is still the day before.
  expect(nextOpening({ ...fridays, time: '22:00' }, 'America/New_York', instant('2026-11-28T02:59'))).toBe(
    instant('2026-11-28T03:00'),
  );
});

test('opens on its date only', () => {
  const once: Timing = { ...nightly, days: null, date: '2026-12-24' };
  const days = ['2026-12-23', '2026-12-24', '2026-12-25'].map((date) => isOpen(once, 'Europe/Berlin', `${date}T01:00`));
  expect(days).toEqual([false, true, false]);
  expect(isOpen({ ...once, date: null }, 'Europe/Berlin', '2026-12-24T01:00')).toBe(false);
});
