import { memoize } from '@berth/contract/memoize';
import { formatNumber } from '@berth/contract/texts/format-message';

/** Numbers and instants in the user's format. Instants are ISO 8601 texts, as the API sends them. */
export interface Formats {
  readonly number: (value: number) => string;
  /** "1.2 MB": one unit, at most one decimal place. */
  readonly bytes: (value: number) => string;
  /** 0.987 as "98.7%". */
  readonly percent: (share: number) => string;
  /** 21.11.2026, in an IANA time zone, by default the browser's. */
  readonly date: (instant: string, zone?: string) => string;
  /** 21.11.2026, 14:05, in an IANA time zone, by default the browser's. */
  readonly dateTime: (instant: string, zone?: string) => string;
  /** 14:05, in an IANA time zone, by default the browser's. */
  readonly time: (instant: string, zone?: string) => string;
  /** "5 minutes ago", in the largest non-zero unit; "now" below one second. For past events. */
  readonly relative: (instant: string, now: number) => string;
  /** The name of a weekday, from 0 for Monday. */
  readonly weekday: (index: number, length: 'short' | 'long') => string;
  /** "3 days", "2 hours": one unit, rounded down. */
  readonly duration: (seconds: number) => string;
}

const SIZES = [
  ['gigabyte', 1e9],
  ['megabyte', 1e6],
  ['kilobyte', 1e3],
  ['byte', 1],
] as const;

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

const percentIn = memoize((tag: string) => new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 1 }));
const dateIn = memoize(
  (tag: string, timeZone: string | undefined) => new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeZone }),
);
const dateTimeIn = memoize(
  (tag: string, timeZone: string | undefined) =>
    new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short', timeZone }),
);
const timeIn = memoize(
  (tag: string, timeZone: string | undefined) => new Intl.DateTimeFormat(tag, { timeStyle: 'short', timeZone }),
);
const relativeIn = memoize((tag: string) => new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }));
const durationIn = memoize(
  (tag: string, unit: string) => new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'long' }),
);
const bytesIn = memoize(
  (tag: string, unit: string) =>
    new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 }),
);
const weekdayIn = memoize(
  (tag: string, weekday: 'short' | 'long') => new Intl.DateTimeFormat(tag, { weekday, timeZone: 'UTC' }),
);

export function createFormats(tag: string): Formats {
  return {
    number: (value) => formatNumber(value, tag),
    bytes(value) {
      const [unit, size] = SIZES.find(([, least]) => value >= least) ?? (['byte', 1] as const);
      return unbroken(bytesIn(tag, unit).format(value / size));
    },
    percent: (share) => percentIn(tag).format(share),
    date: (instant, zone) => unbroken(dateIn(tag, zone).format(new Date(instant))),
    dateTime: (instant, zone) => unbroken(dateTimeIn(tag, zone).format(new Date(instant))),
    time: (instant, zone) => unbroken(timeIn(tag, zone).format(new Date(instant))),
    relative(instant, now) {
      // Clocks differ, and `now` may be a moment old: a past event is never shown as in the future.
      const seconds = Math.min(0, Date.parse(instant) - now) / 1000;
      const [unit, size] = largestUnit(Math.abs(seconds));
      return relativeIn(tag).format(Math.trunc(seconds / size) || 0, unit);
    },
    // January 5, 1970 was a Monday.
    weekday: (index, length) => weekdayIn(tag, length).format(new Date(Date.UTC(1970, 0, 5 + index))),
    duration(seconds) {
      const [unit, size] = largestUnit(seconds);
      return durationIn(tag, unit).format(Math.floor(seconds / size));
    },
  };
}

/** Keeps dates and times on one line; a narrow cell may break after the comma between them. */
function unbroken(text: string): string {
  return text.replace(/(?<!,) /g, '\u00a0');
}

function largestUnit(seconds: number): (typeof UNITS)[number] {
  return UNITS.find(([, size]) => seconds >= size) ?? (['second', 1] as const);
}
