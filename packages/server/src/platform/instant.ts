/** Years that PostgreSQL and JavaScript write alike, in UTC. */
const YEARS = /^(?!0000)[0-9]{4}-/;
const FRACTION = /\.([0-9]+)/;

/**
 * An instant of ISO 8601 as PostgreSQL keeps it: in UTC, to the microsecond. undefined for what is none, and outside
 * the years 1 to 9999.
 */
export function storableInstant(text: string): string | undefined {
  const milliseconds = Date.parse(text);
  if (Number.isNaN(milliseconds)) return undefined;
  const utc = new Date(milliseconds).toISOString();
  if (!YEARS.test(utc)) return undefined;
  const microseconds = (FRACTION.exec(text)?.[1] ?? '').padEnd(6, '0').slice(0, 6);
  return `${utc.slice(0, 'YYYY-MM-DDTHH:MM:SS'.length)}.${microseconds}Z`;
}
