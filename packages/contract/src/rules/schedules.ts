import { addDays, dateAt, instantOf, type Weekday, weekdayOf } from './time-zones.ts';

/** Scheduled commands: when their maintenance windows are open. */

/** Schedules of an organization: their list shows all of them. */
export const SCHEDULES_MAX = 1_000;

/** Duration of a maintenance window in minutes. */
export const WINDOW_MINUTES = { min: 5, max: 720, default: 60 } as const;

/**
 * The outcome of a machine in a run: it got the command, or the command requires Pro and the machine has no license.
 * Machines that were offline while the window was open are counted as missed.
 */
export const RUN_OUTCOMES = ['given', 'unlicensed'] as const;
export type RunOutcome = (typeof RUN_OUTCOMES)[number];

/** When a schedule's windows open. */
export interface Timing {
  readonly days: readonly Weekday[] | null;
  readonly date: string | null;
  readonly time: string;
  readonly windowMinutes: number;
}

/** A maintenance window in one zone; instants in milliseconds since 1970. Clock changes do not affect its duration. */
export interface Window {
  /** The date it opens on, in the zone: identifies the run. */
  readonly date: string;
  readonly opens: number;
  readonly closes: number;
}

export function windowOn(date: string, timing: Timing, zone: string): Window {
  const opens = instantOf(date, timing.time, zone);
  return { date, opens, closes: opens + timing.windowMinutes * 60_000 };
}

/** The window of a zone that is open at an instant, if any: at most one, because windows are shorter than a day. */
export function openWindow(timing: Timing, zone: string, now: number): Window | undefined {
  const today = dateAt(now, zone);
  return [addDays(today, -1), today, addDays(today, 1)]
    .filter((date) => isDate(timing, date))
    .map((date) => windowOn(date, timing, zone))
    .find(({ opens, closes }) => opens <= now && now < closes);
}

/** A zone's windows that closed before an instant, of so many days. */
export function closedWindows(timing: Timing, zone: string, now: number, days: number): Window[] {
  const today = dateAt(now, zone);
  return Array.from({ length: days + 1 }, (_, ago) => addDays(today, -ago))
    .filter((date) => isDate(timing, date))
    .map((date) => windowOn(date, timing, zone))
    .filter(({ closes }) => closes <= now);
}

/** When the next window of a zone opens after an instant; null if none does. */
export function nextOpening(timing: Timing, zone: string, now: number): number | null {
  const today = dateAt(now, zone);
  const dates = timing.date ? [timing.date] : Array.from({ length: 9 }, (_, day) => addDays(today, day - 1));
  const openings = dates.filter((date) => isDate(timing, date)).map((date) => instantOf(date, timing.time, zone));
  return openings.find((opens) => opens > now) ?? null;
}

function isDate({ days, date: only }: Timing, date: string): boolean {
  return only === null ? (days?.includes(weekdayOf(date)) ?? false) : only === date;
}
