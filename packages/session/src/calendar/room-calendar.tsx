import type { CalendarState } from '@berth/contract/bridge/calendar';
import { useTexts } from '@berth/web/i18n/store.ts';
import { Button } from '../parts/button.tsx';
import { useMinute } from '../parts/use-minute.ts';
import { useSession, useSessionState } from '../state/session.ts';
import { Glyph } from '../ui/glyph.tsx';
import { type MeetingDay, meetingDays, roomUse } from './days.ts';
import { MeetingRow } from './meeting-row.tsx';
import styles from './room-calendar.module.css';

type Known = NonNullable<CalendarState>;
const PLACEHOLDERS = ['a', 'b', 'c'];

/** The meetings of the machine's room, next to its tiles. */
export default function RoomCalendar() {
  const { t } = useTexts();
  const calendar = useSessionState((state) => state.calendar);
  if (!calendar) return null;
  return (
    <section className={styles.calendar} aria-label={t('calendar.title')}>
      <h2 className={styles.title}>{t('calendar.title')}</h2>
      <Body {...calendar} />
    </section>
  );
}

function Body({ meetings, readAt, problem }: Known) {
  const { t } = useTexts();
  const now = useMinute();
  if (meetings === null && problem === null) {
    return (
      <div role="status" aria-label={t('common.loading')}>
        {PLACEHOLDERS.map((key) => (
          <div key={key} className={styles.placeholder} />
        ))}
      </div>
    );
  }
  if (meetings === null) return <ReadError code={problem} readAt={null} />;
  const days = meetingDays(meetings, now);
  return (
    <>
      <Use meetings={meetings} now={now} />
      {problem && <ReadError code={problem} readAt={readAt} />}
      {days.length === 0 && <p className={styles.quiet}>{t('calendar.empty')}</p>}
      {days.map((day) => (
        <Day key={day.ahead} day={day} now={now} />
      ))}
    </>
  );
}

/** The room's state in one line, readable from the door. */
function Use({ meetings, now }: { meetings: NonNullable<Known['meetings']>; now: Date }) {
  const { t, time } = useTexts();
  const use = roomUse(meetings, now);
  const isToday = use !== null && new Date(use.until).toDateString() === now.toDateString();
  const key = use?.busy ? 'calendar.busyUntil' : isToday ? 'calendar.freeUntil' : 'calendar.free';
  return (
    <p className={use?.busy ? styles.busy : styles.free}>
      <Glyph name={use?.busy ? 'clock' : 'circle-check'} size={22} />
      {t(key, { time: use ? time(use.until) : '' })}
    </p>
  );
}

function ReadError({ code, readAt }: { code: Known['problem']; readAt: string | null }) {
  const { t, time } = useTexts();
  const { bridge } = useSession();
  return (
    <div className={styles.error} role={readAt ? 'status' : 'alert'}>
      <Glyph name="alert-triangle" size={22} />
      <div>
        <p>{t(`calendar.problem.${code ?? 'failed'}`)}</p>
        {readAt && <p className={styles.quiet}>{t('calendar.asOf', { time: time(readAt) })}</p>}
        <Button onClick={() => void bridge?.call('refresh_calendar', {}).catch(() => {})}>{t('common.retry')}</Button>
      </div>
    </div>
  );
}

function Day({ day: { ahead, date: day, meetings }, now }: { day: MeetingDay; now: Date }) {
  const { t, date, weekday } = useTexts();
  const name =
    ahead === 0 ? t('calendar.today') : ahead === 1 ? t('calendar.tomorrow') : weekday((day.getDay() + 6) % 7, 'long');
  return (
    <>
      <h3 className={styles.day}>
        {name} <span className={styles.date}>{date(day.toISOString())}</span>
      </h3>
      <ul className={styles.meetings}>
        {meetings.map((meeting) => (
          <MeetingRow key={meeting.id} meeting={meeting} now={now} />
        ))}
      </ul>
    </>
  );
}
