import type { Schedule } from '@berth/contract/api/schedules';
import { WEEKDAYS } from '@berth/contract/rules/schedules';
import type { Texts } from '@berth/web/i18n/texts.ts';

/** Which machines a schedule means. */
export function machinesOf({ tag, filter }: Pick<Schedule, 'tag' | 'filter'>, { t }: Texts): string {
  if (tag !== undefined) return t('machines.schedules.for.tag', { tag });
  return isEverything(filter) ? t('machines.schedules.for.all') : t('machines.schedules.for.filter');
}

/** Whether a filter finds all machines. */
export function isEverything(filter: string | undefined): boolean {
  return filter === undefined || /^\{\s*("where"\s*:\s*\{\s*\})?\s*\}$/.test(filter.trim());
}

/** When its windows open, and for how long. */
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
