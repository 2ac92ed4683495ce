import type { Schedule, ScheduleRun } from '@berth/contract/api/schedules';
import { COMMAND_STATES } from '@berth/contract/rules/commands';
import { nextOpening } from '@berth/contract/rules/schedules';
import { countingWindow, timingOf } from './rules.ts';
import type { ScheduleRow } from './store.ts';
import type { OutcomeCount, RunRow } from './store-runs.ts';

export function presentSchedule(row: ScheduleRow, now: number): Schedule {
  const { msg, tag, filter, days, date } = row;
  const open = countingWindow(row, row.time_zone, now);
  const next = row.enabled ? nextOpening(timingOf(row), row.time_zone, now) : null;
  return {
    id: row.schedule_id,
    name: row.name,
    type: row.type,
    ...(msg !== null && { msg }),
    ...(tag !== null && { tag }),
    ...(filter !== null && { filter }),
    ...(days !== null && { days: [...days] }),
    ...(date !== null && { date }),
    time: row.time,
    windowMinutes: row.window_minutes,
    timeZone: row.time_zone,
    enabled: row.enabled,
    revision: row.revision,
    author: row.author,
    createdAt: row.created_at,
    openUntil: open ? new Date(open.closes).toISOString() : null,
    nextAt: next === null ? null : new Date(next).toISOString(),
  };
}

export function presentRun(row: RunRow, counts: readonly OutcomeCount[]): ScheduleRun {
  const own = counts.filter(({ date }) => date === row.date);
  const sum = (matches: (each: OutcomeCount) => boolean) =>
    own.filter(matches).reduce((total, { count }) => total + count, 0);
  return {
    date: row.date,
    openedAt: row.opened_at,
    closedAt: row.closed_at,
    states: Object.fromEntries(
      COMMAND_STATES.map((name) => [name, sum(({ state }) => state === name)]),
    ) as ScheduleRun['states'],
    unlicensed: sum(({ outcome }) => outcome === 'unlicensed'),
    missed: row.missed,
  };
}
