import type { BodyOf } from '@berth/contract/api/endpoint';
import type { createSchedule, Schedule } from '@berth/contract/api/schedules';
import { WINDOW_MINUTES } from '@berth/contract/rules/schedules';
import { WEEKDAYS } from '@berth/contract/rules/time-zones';
import type { Texts } from '@berth/web/i18n/texts.ts';

const EVERYTHING = '{}';

/** A schedule in its form; hidden fields keep their values until it is sent. */
export interface Draft {
  readonly name: string;
  readonly type: Schedule['type'];
  readonly msg: string;
  /** Empty for the filter. */
  readonly tag: string;
  readonly filter: string;
  readonly repeats: boolean;
  readonly days: NonNullable<Schedule['days']>;
  readonly date: string;
  readonly time: string;
  readonly windowMinutes: number;
  readonly timeZone: string;
  readonly enabled: boolean;
  /** Whether an open window counts. */
  readonly startsAtOnce: boolean;
}

/** A draft of a schedule, or of a new one: software updates at night, all machines. */
export function draftOf(schedule: Schedule | undefined): Draft {
  return {
    name: schedule?.name ?? '',
    type: schedule?.type ?? 'trigger-update',
    msg: schedule?.msg ?? '',
    tag: schedule?.tag ?? '',
    filter: isEverything(schedule?.filter) ? EVERYTHING : (schedule?.filter ?? EVERYTHING),
    repeats: schedule?.date === undefined,
    days: schedule?.days ?? ['sunday'],
    date: schedule?.date ?? '',
    time: schedule?.time ?? '03:00',
    windowMinutes: schedule?.windowMinutes ?? WINDOW_MINUTES.default,
    timeZone: schedule?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    enabled: schedule?.enabled ?? true,
    startsAtOnce: true,
  };
}

/** Messages for missing values. */
export function faultsOf({ name, type, msg, repeats, days, date, time, timeZone }: Draft, t: Texts['t']) {
  const missing = (text: string) => (text.trim() === '' ? t('common.required') : undefined);
  return {
    name: missing(name),
    time: missing(time),
    timeZone: missing(timeZone),
    ...(type === 'notify' ? { msg: missing(msg) } : {}),
    ...(repeats
      ? { days: days.length === 0 ? t('machines.schedules.days.missing') : undefined }
      : { date: missing(date) }),
  };
}

/** The request body: either days or a date, either a tag or a filter. */
export function wantedOf(draft: Draft): BodyOf<typeof createSchedule> {
  const { name, type, msg, tag, filter, repeats, days, date, time, windowMinutes, timeZone, enabled } = draft;
  return {
    name: name.trim(),
    type,
    ...(type === 'notify' ? { msg: msg.trim() } : {}),
    ...(tag === '' ? { filter } : { tag }),
    ...(repeats ? { days: [...days] } : { date }),
    time,
    windowMinutes,
    timeZone: timeZone.trim(),
    enabled,
    ...(draft.startsAtOnce ? {} : { skipOpenWindow: true }),
  };
}

/** A description of the schedule's machines. */
export function machinesOf({ tag, filter }: Pick<Schedule, 'tag' | 'filter'>, { t }: Texts): string {
  if (tag !== undefined) return t('machines.schedules.for.tag', { tag });
  return isEverything(filter) ? t('machines.schedules.for.all') : t('machines.schedules.for.filter');
}

/** Whether a filter matches all machines. */
function isEverything(filter: string | undefined): boolean {
  return filter === undefined || /^\{\s*("where"\s*:\s*\{\s*\})?\s*\}$/.test(filter.trim());
}

/** A description of the schedule's windows. */
export function timesOf(schedule: Pick<Schedule, 'days' | 'date' | 'time' | 'windowMinutes'>, texts: Texts): string {
  const { days, date, time, windowMinutes } = schedule;
  const on =
    date === undefined
      ? WEEKDAYS.filter((day) => days?.includes(day)).map((day) => texts.weekday(WEEKDAYS.indexOf(day), 'short'))
      : [texts.date(`${date}T12:00:00Z`)];
  return texts.t('machines.schedules.each', {
    days: on.join(', '),
    time,
    minutes: texts.duration(windowMinutes * 60),
  });
}
