import ICAL from 'ical.js';

/**
 * The instant of an event's time. Times without a zone and whole days are in the machine's time zone. A zone that the
 * calendar names but does not define is looked up by its IANA name.
 */
export function instantOf(time: ICAL.Time, component: ICAL.Component, property: string): Date {
  const { year, month, day, hour, minute, second } = time;
  if (time.isDate) return new Date(year, month - 1, day);
  if (time.zone && time.zone !== ICAL.Timezone.localTimezone) return time.toJSDate();
  const zone = component.getFirstProperty(property)?.getFirstParameter('tzid');
  if (!zone || !isKnown(zone)) return new Date(year, month - 1, day, hour, minute, second);
  const wall = Date.UTC(year, month - 1, day, hour, minute, second);
  // The offset at the instant itself may differ from that of the first guess around a DST change.
  const guess = wall - offsetAt(wall, zone);
  return new Date(wall - offsetAt(guess, zone));
}

function isKnown(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/** A zone's offset from UTC at an instant, in milliseconds. */
function offsetAt(moment: number, zone: string): number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const part = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(moment / 1_000) * 1_000;
}
