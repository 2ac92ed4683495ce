import type { BodyOf } from '@berth/contract/api/endpoint';
import type { createSchedule } from '@berth/contract/api/schedules';
import type { OrganizationId } from '@berth/contract/ids';
import { COMMANDS } from '@berth/contract/rules/commands';
import { closedWindows, openWindow, type Timing, type Window, windowOn } from '@berth/contract/rules/schedules';
import { cleanName } from '@berth/contract/rules/text';
import { isDate, isTimeZone } from '@berth/contract/rules/time-zones';
import type { Tx } from '../../db/connection.ts';
import { ApiError } from '../../http/api-error.ts';
import type { Caller } from '../../http/route.ts';
import type { ScheduleDeps } from './deps.ts';
import type { ScheduleInput, ScheduleRow } from './store.ts';

const MINUTE_MS = 60_000;

/**
 * Validates the input of a schedule. Throws 'invalid-input' with every conflict, 'invalid-filter', and
 * 'upgrade-required' if the command requires Pro and no selected machine has it.
 */
export async function readScheduleInput(
  deps: ScheduleDeps,
  { tx, organizationId, caller }: { tx: Tx; organizationId: OrganizationId; caller: Caller },
  body: BodyOf<typeof createSchedule>,
): Promise<ScheduleInput> {
  const { type, msg, tag, filter, days, date, timeZone } = body;
  const faults = [
    (type === 'notify') === (msg !== undefined)
      ? []
      : ['/msg', 'is required for notify and not allowed for other commands'],
    (tag === undefined) !== (filter === undefined) ? [] : ['/tag', 'set exactly one of tag and filter'],
    (days === undefined) !== (date === undefined) ? [] : ['/days', 'set exactly one of days and date'],
    date === undefined || isDate(date) ? [] : ['/date', 'must be a valid date'],
    isTimeZone(timeZone) ? [] : ['/timeZone', 'must be the name of a time zone, such as Europe/Berlin'],
  ].flatMap(([path, message]) => (path && message ? [{ path, rule: 'schedule', message }] : []));
  if (faults.length > 0) throw new ApiError('invalid-input', 'The schedule is invalid.', faults);

  const selector = { ...(tag !== undefined && { tag }), ...(filter !== undefined && { filter }) };
  const machines = await deps.selectMachines(tx, organizationId, selector);
  if (COMMANDS[type].needsPro) {
    const tier = await deps.tierOf(tx, organizationId);
    const isPossible = machines.some(({ deployment }) => deps.mayManagePower(tier, deployment));
    if (!isPossible && !deps.mayManagePower(tier, 'vanilla')) {
      throw new ApiError('upgrade-required', 'Power management and remote control require Pro.');
    }
  }
  return {
    name: cleanName(body.name),
    type,
    msg: msg ?? null,
    tag: tag ?? null,
    filter: filter ?? null,
    days: days ?? null,
    date: date ?? null,
    time: body.time,
    window_minutes: body.windowMinutes,
    time_zone: timeZone,
    enabled: body.enabled,
    author_id: caller.userId,
    author: caller.email,
  };
}

/** The time from which windows count: open ones count unless the author skips them. */
export function countingSince({ windowMinutes, skipOpenWindow }: BodyOf<typeof createSchedule>, now: number): Date {
  return new Date(skipOpenWindow ? now : now - windowMinutes * MINUTE_MS);
}

/** The timing of a schedule, for the contract's rules. */
export const timingOf = ({ days, date, time, window_minutes }: ScheduleRow): Timing => ({
  days,
  date,
  time,
  windowMinutes: window_minutes,
});

/** The open windows by time zone. */
export function windowsOf(schedule: ScheduleRow, zones: readonly string[], now: number): ReadonlyMap<string, Window> {
  return new Map(
    zones.flatMap((zone) => {
      const window = countingWindow(schedule, zone, now);
      return window ? [[zone, window] as const] : [];
    }),
  );
}

/** A zone's open window, unless it opened before the time from which windows count. */
export function countingWindow(schedule: ScheduleRow, zone: string, now: number): Window | undefined {
  if (!schedule.enabled) return undefined;
  const window = openWindow(timingOf(schedule), zone, now);
  return window && window.opens >= Date.parse(schedule.changed_at) ? window : undefined;
}

/** Days for which windows are found that no server noticed. */
const NOTICED_DAYS = 7;

/** Windows that are over in every zone, by the schedule's own zone: a date without a run was missed by the server. */
export function passedWindows(schedule: ScheduleRow, zones: readonly string[], now: number): Window[] {
  if (!schedule.enabled) return [];
  const since = Date.parse(schedule.changed_at);
  return closedWindows(timingOf(schedule), schedule.time_zone, now, NOTICED_DAYS).filter(
    ({ date, opens }) => opens > since && isOver(schedule, date, zones, now),
  );
}

export function isOver(schedule: ScheduleRow, date: string, zones: readonly string[], now: number): boolean {
  return zones.every((zone) => windowOn(date, timingOf(schedule), zone).closes <= now);
}

/** The dates of the open windows, each with the time when the first of them closes. */
export function closingsByDate(open: ReadonlyMap<string, Window>): Map<string, number> {
  const closings = new Map<string, number>();
  for (const { date, closes } of open.values()) closings.set(date, Math.min(closes, closings.get(date) ?? closes));
  return closings;
}
