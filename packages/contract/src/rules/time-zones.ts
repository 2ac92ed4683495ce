/** Local times, by the time zone data of ICU (Intl), including daylight saving time. */

export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

const DAY_MS = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat | undefined>();

/** All supported zones by name. */
export function timeZones(): readonly string[] {
  // The zone of computers before setup.
  return [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])].toSorted();
}

/** Whether this is the name of a time zone, such as Europe/Berlin. */
export function isTimeZone(name: string): boolean {
  return formatOf(name) !== undefined;
}

/** Whether two names mean the same zone: renamed zones keep their old names. */
export function isSameZone(one: string, other: string): boolean {
  const name = (zone: string) => formatOf(zone)?.resolvedOptions().timeZone ?? zone;
  return name(one) === name(other);
}

/**
 * The instant, in milliseconds since 1970, of a local time (HH:MM) on a date (YYYY-MM-DD) in a zone. A time that occurs
 * twice at the end of daylight saving time is the first one; a skipped time is shifted by the change (Temporal's
 * "compatible").
 */
export function instantOf(date: string, time: string, zone: string): number {
  const wall = Date.parse(`${date}T${time}:00Z`);
  const before = offsetAt(wall - DAY_MS, zone);
  const after = offsetAt(wall + DAY_MS, zone);
  const real = [wall - before, wall - after].filter((instant) => wall - offsetAt(instant, zone) === instant);
  return real.length > 0 ? Math.min(...real) : wall - before;
}

/** The local date (YYYY-MM-DD) of a zone at an instant. */
export function dateAt(instant: number, zone: string): string {
  return new Date(instant + offsetAt(instant, zone)).toISOString().slice(0, 10);
}

export function weekdayOf(date: string): Weekday {
  // getUTCDay has Sunday as 0, our weeks as the last day.
  return WEEKDAYS[(new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7] ?? 'monday';
}

/** The date plus some days. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Whether this is an existing date, written YYYY-MM-DD. */
export function isDate(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return Number.isFinite(time) && new Date(time).toISOString().slice(0, 10) === text;
}

/** A zone's offset from UTC in milliseconds. */
function offsetAt(instant: number, zone: string): number {
  const format = formatOf(zone);
  if (!format) throw new RangeError(`${zone} is no time zone`);
  const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0;
  const wall = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return wall - Math.floor(instant / 1_000) * 1_000;
}

function formatOf(zone: string): Intl.DateTimeFormat | undefined {
  if (formats.has(zone)) return formats.get(zone);
  const format = makeFormat(zone);
  // Machines may send anything: an unknown zone is not cached, so that names cannot fill the memory.
  if (format) formats.set(zone, format);
  return format;
}

function makeFormat(timeZone: string): Intl.DateTimeFormat | undefined {
  const numeric = '2-digit';
  try {
    return new Intl.DateTimeFormat('en', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: numeric,
      day: numeric,
      hour: numeric,
      minute: numeric,
      second: numeric,
    });
  } catch {
    return undefined;
  }
}
