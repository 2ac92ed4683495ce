import type { LogLine } from './ports.ts';

interface Entry {
  readonly id: string;
  readonly time: string;
  readonly type: string;
  readonly message: string;
}

/** Log entries of a machine, whose clock may be wrong: nothing happened in the future. */
export function toLogLines(entries: readonly Entry[], now: number): LogLine[] {
  return entries.map(({ id, time, type, message }) => {
    const happened = Date.parse(time);
    const instant = Number.isNaN(happened) || happened > now || happened < 0 ? now : happened;
    return { id, type, message, time: new Date(instant).toISOString() };
  });
}
