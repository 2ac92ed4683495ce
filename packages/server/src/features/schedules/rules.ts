import { BATCH_MACHINES_MAX } from '@berth/contract/api/command-batches';
import type { BodyOf } from '@berth/contract/api/endpoint';
import type { createSchedule } from '@berth/contract/api/schedules';
import type { OrganizationId } from '@berth/contract/ids';
import { COMMANDS } from '@berth/contract/rules/commands';
import { isDate, isTimeZone } from '@berth/contract/rules/time-zones';
import type { Tx } from '../../db/connection.ts';
import { ApiError } from '../../http/api-error.ts';
import type { Caller } from '../../http/route.ts';
import type { ScheduleDeps } from './deps.ts';
import type { ScheduleInput } from './store.ts';

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
  const machines = await deps.selectMachines(tx, organizationId, selector, BATCH_MACHINES_MAX);
  if (COMMANDS[type].needsPro) {
    const tier = await deps.tierOf(tx, organizationId);
    const isPossible = machines.some(({ deployment }) => deps.mayManagePower(tier, deployment));
    if (!isPossible && !deps.mayManagePower(tier, 'vanilla')) {
      throw new ApiError('upgrade-required', 'Power management and remote control require Pro.');
    }
  }
  return {
    name: body.name.normalize('NFC').trim(),
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
