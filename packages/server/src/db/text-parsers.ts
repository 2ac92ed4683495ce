import { types } from 'pg';

const { builtins } = types;

/** PostgreSQL's ISO output with the session in UTC, "2026-01-31 12:00:00.123+00", as ISO 8601. */
function instantText(text: string): string {
  return text.replace(' ', 'T').replace(/\+00$/, 'Z');
}

// Counts and revisions stay far below 2^53; a number that does not must not be rounded in silence.
function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a number exactly`);
  return value;
}

const parsers = new Map<number, (text: string) => unknown>([
  [builtins.TIMESTAMPTZ, instantText],
  [builtins.INT8, safeInteger],
  // Dates without a time stay as they are written.
  [builtins.DATE, (text) => text],
]);

/**
 * How values of the database become JavaScript's: instants as ISO text, because Date objects would cost half of a long
 * list only to be printed again; 64-bit integers as numbers.
 */
export const textParsers = {
  getTypeParser: (oid: number, format?: 'text' | 'binary'): ((value: string) => unknown) => {
    const parser = format === 'binary' ? undefined : parsers.get(oid);
    return parser ?? types.getTypeParser(oid, format ?? 'text');
  },
};
