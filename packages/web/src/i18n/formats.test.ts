import { describe, expect, it } from 'vitest';
import { createFormats } from './formats.ts';

const now = Date.parse('2026-11-21T12:00:00Z');

describe('how long ago', () => {
  const { relative } = createFormats('en-GB');

  it.each([
    ['2026-11-21T12:00:00Z', 'now'],
    ['2026-11-21T11:59:30Z', '30 seconds ago'],
    ['2026-11-21T11:01:00Z', '59 minutes ago'],
    ['2026-11-20T13:00:00Z', '23 hours ago'],
    ['2026-11-20T11:00:00Z', 'yesterday'],
    ['2026-11-11T12:00:00Z', '10 days ago'],
  ])('%s is %s', (instant, words) => expect(relative(instant, now)).toBe(words));

  it('is now for an instant in the future', () => {
    expect(relative('2026-11-21T12:00:08Z', now)).toBe('now');
  });
});

describe('how long', () => {
  it('counts in the largest unit, in the language', () => {
    expect(createFormats('de-DE').duration(59)).toBe('59 Sekunden');
    expect(createFormats('de-DE').duration(7_300)).toBe('2 Stunden');
    expect(createFormats('ru-RU').duration(5 * 86_400)).toBe('5 дней');
  });
});

describe('in a narrow cell', () => {
  const instant = '2026-11-21T12:05:00Z';
  /** The pieces that a line can be broken into. */
  const pieces = (text: string) => text.split(' ').length;

  it.each(['en-GB', 'de-DE', 'de-CH', 'ru-RU'])(
    'a date and a size stay on one line in %s, a date and time break before the time',
    (tag) => {
      const { date, dateTime, bytes } = createFormats(tag);
      expect(pieces(date(instant))).toBe(1);
      expect(pieces(bytes(1_200_000))).toBe(1);
      expect(pieces(dateTime(instant))).toBe(2);
    },
  );
});
