import ICAL from 'ical.js';

/**
 * The moment that a time of an event means. A time without a zone, and a day, are the machine's own. A zone that the
 * calendar names without describing it is looked up by its IANA name.
 */
export function instantOf(time: ICAL.Time, component: ICAL.Component, property: string): Date {
  const { year, month, day, hour, minute, second } = time;
  if (time.isDate) return new Date(year, month - 1, day);
  if (time.zone && time.zone !== ICAL.Timezone.localTimezone) return time.toJSDate();
  const zone = component.getFirstProperty(property)?.getFirstParameter('tzid');
  if (!zone || !isKnown(zone)) return new Date(year, month - 1, day, hour, minute, second);
  const wall = Date.UTC(year, month - 1, day, hour, minute, second);
  // The offset at the moment itself, which a change of the clocks may set apart from the first guess.
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

/** How many milliseconds a zone's clocks are ahead of UTC at a moment. */
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
