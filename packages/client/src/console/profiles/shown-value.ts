const SHOWN = 240;

/** A value of a profile in one line; long ones, such as pictures, are cut. */
export function shownValue(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}
