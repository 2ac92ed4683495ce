import type { LogLine } from './ports.ts';

/** Lines a machine may send at once, and how many a minute in the long run. */
const BURST = 300;
const PER_MINUTE = 60;

/** Keeps a machine that writes without end from filling the database: what is too much is left out. */
export function logBudget(now: () => number): (lines: readonly LogLine[]) => readonly LogLine[] {
  let left = BURST;
  let filledAt = now();
  return (lines) => {
    const time = now();
    left = Math.min(BURST, left + ((time - filledAt) / 60_000) * PER_MINUTE);
    filledAt = time;
    const taken = lines.slice(0, Math.floor(left));
    left -= taken.length;
    return taken;
  };
}

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
