import type { CalendarState, Meeting } from '@berth/contract/bridge/calendar';
import { addDays, dateAt, WEEKDAYS, weekdayOf } from '@berth/contract/rules/time-zones';
import { useTexts } from '@berth/web/i18n/store.ts';
import { Dialog } from '@berth/web/ui/dialog.tsx';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { useMinute } from '../parts/use-minute.ts';
import { useSession, useSessionState } from '../state/session.ts';
import { useZone } from '../time-zone/use-zone.ts';
import { Glyph } from '../ui/glyph.tsx';
import { MeetingRow, meetingName } from './meeting-row.tsx';
import styles from './room-calendar.module.css';

type Known = NonNullable<CalendarState>;
const PLACEHOLDERS = ['a', 'b', 'c'];

/** The machine's room: whether it is busy, the current or next meeting, and the one after. */
export default function RoomCalendar() {
  const { t } = useTexts();
  const calendar = useSessionState((state) => state.calendar);
  if (!calendar) return null;
  return (
    <section className={styles.calendar} aria-label={t('calendar.title')}>
      <Body {...calendar} />
    </section>
  );
}

function Body({ meetings, readAt, error }: Known) {
  const { t } = useTexts();
  const zone = useZone();
  const now = useMinute();
  const [isOpen, setIsOpen] = useState(false);
  if (meetings === null && error === null) {
    return (
      <div role="status" aria-label={t('common.loading')}>
        {PLACEHOLDERS.map((key) => (
          <div key={key} className={styles.placeholder} />
        ))}
      </div>
    );
  }
  if (meetings === null) return <ReadError code={error} readAt={null} />;
  const days = meetingDays(meetings, now, zone);
  const [current, next] = days.flatMap((day) => day.meetings).toSorted(timedFirst(days));
  return (
    <>
      <Use meetings={meetings} now={now} />
      {error && <ReadError code={error} readAt={readAt} />}
      {current ? (
        <ul className={styles.current}>
          <MeetingRow key={current.id} meeting={current} now={now} />
        </ul>
      ) : (
        <p className={styles.quiet}>{t('calendar.empty')}</p>
      )}
      {next && (
        <button type="button" className={styles.next} onClick={() => setIsOpen(true)}>
          <span className="visually-hidden">{t('calendar.all')}</span>
          <Next meeting={next} now={now} />
          <Glyph className={styles.more} name="menu-2" size={24} />
        </button>
      )}
      {isOpen && (
        <Dialog title={t('calendar.title')} onClose={() => setIsOpen(false)}>
          <div className={styles.days}>
            {days.map((day) => (
              <Day key={day.ahead} day={day} now={now} />
            ))}
          </div>
          <Button data-autofocus="" onClick={() => setIsOpen(false)}>
            {t('common.close')}
          </Button>
        </Dialog>
      )}
    </>
  );
}

/** Sorts all-day events last within a day: they say nothing about when the room is free. */
function timedFirst(days: readonly MeetingDay[]): (one: Meeting, other: Meeting) => number {
  const ahead = new Map(days.flatMap((day) => day.meetings.map(({ id }) => [id, day.ahead] as const)));
  const place = ({ id, allDay }: Meeting) => (ahead.get(id) ?? 0) * 2 + (allDay ? 1 : 0);
  return (one, other) => place(one) - place(other);
}

/** The following meeting: its time, and its day if it is not today. */
function Next({ meeting, now }: { meeting: Meeting; now: Date }) {
  const { t, time, weekday } = useTexts();
  const zone = useZone();
  const day = dayOf(meeting.start, zone);
  const isToday = day <= dateAt(now.getTime(), zone);
  const when = [
    !isToday && weekday(WEEKDAYS.indexOf(weekdayOf(day)), 'short'),
    meeting.allDay ? isToday && t('calendar.allDay') : time(meeting.start, zone),
  ];
  return (
    <>
      <span className={styles.when}>{when.filter(Boolean).join(' ')}</span>
      <span className={styles.after}>{meetingName(meeting, t)}</span>
    </>
  );
}

/** The room's state in one line, readable from the door. */
function Use({ meetings, now }: { meetings: NonNullable<Known['meetings']>; now: Date }) {
  const { t, time } = useTexts();
  const zone = useZone();
  const use = roomUse(meetings, now);
  const isToday = use !== null && dayOf(use.until, zone) === dateAt(now.getTime(), zone);
  const key = use?.busy ? 'calendar.busyUntil' : isToday ? 'calendar.freeUntil' : 'calendar.free';
  return (
    <p className={use?.busy ? styles.busy : styles.free}>
      <Glyph name={use?.busy ? 'clock' : 'circle-check'} size={24} />
      {t(key, { time: use ? time(use.until, zone) : '' })}
    </p>
  );
}

function ReadError({ code, readAt }: { code: Known['error']; readAt: string | null }) {
  const { t, time } = useTexts();
  const zone = useZone();
  const { bridge } = useSession();
  return (
    <div className={styles.error} role={readAt ? 'status' : 'alert'}>
      <Glyph name="alert-triangle" size={22} />
      <div>
        <p>{t(`calendar.error.${code ?? 'failed'}`)}</p>
        {readAt && <p className={styles.quiet}>{t('calendar.asOf', { time: time(readAt, zone) })}</p>}
        <Button onClick={() => void bridge?.call('refresh_calendar', {}).catch(() => {})}>{t('common.retry')}</Button>
      </div>
    </div>
  );
}

function Day({ day: { ahead, date: day, meetings }, now }: { day: MeetingDay; now: Date }) {
  const { t, date, weekday } = useTexts();
  const name =
    ahead === 0
      ? t('calendar.today')
      : ahead === 1
        ? t('calendar.tomorrow')
        : weekday(WEEKDAYS.indexOf(weekdayOf(day)), 'long');
  return (
    <>
      <h3 className={styles.day}>
        {name} <span className={styles.date}>{date(`${day}T00:00:00Z`, 'UTC')}</span>
      </h3>
      <ul className={styles.meetings}>
        {meetings.map((meeting) => (
          <MeetingRow key={meeting.id} meeting={meeting} now={now} />
        ))}
      </ul>
    </>
  );
}

/** The meetings of one day; those continuing from yesterday count as today's. */
export interface MeetingDay {
  /** Days from today. */
  readonly ahead: number;
  /** YYYY-MM-DD */
  readonly date: string;
  readonly meetings: readonly Meeting[];
}

/** Current and future meetings of a calendar by day of a time zone, without empty days. */
export function meetingDays(meetings: readonly Meeting[], now: Date, zone: string): MeetingDay[] {
  const today = dateAt(now.getTime(), zone);
  const days = new Map<number, MeetingDay>();
  for (const meeting of meetings.filter(({ end }) => Date.parse(end) > now.getTime())) {
    const ahead = Math.max(0, daysBetween(today, dayOf(meeting.start, zone)));
    const date = addDays(today, ahead);
    days.set(ahead, { ahead, date, meetings: [...(days.get(ahead)?.meetings ?? []), meeting] });
  }
  return [...days.values()].sort((a, b) => a.ahead - b.ahead);
}

/** Whether the room is occupied, and until when; null: it is free for the whole loaded period. */
export function roomUse(
  meetings: readonly Meeting[],
  now: Date,
): { readonly busy: boolean; readonly until: string } | null {
  const timed = meetings.filter(({ allDay, end }) => !allDay && Date.parse(end) > now.getTime());
  let until = now.getTime();
  // Includes consecutive meetings without a break.
  for (const { start, end } of timed) if (Date.parse(start) <= until) until = Math.max(until, Date.parse(end));
  if (until > now.getTime()) return { busy: true, until: new Date(until).toISOString() };
  const [next] = timed;
  return next ? { busy: false, until: next.start } : null;
}

function dayOf(instant: string, zone: string): string {
  return dateAt(Date.parse(instant), zone);
}

function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000;
}
