import type { Meeting } from '@berth/contract/bridge/calendar';
import { useTexts } from '@berth/web/i18n/store.ts';
import type { Texts } from '@berth/web/i18n/texts.ts';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { useSession } from '../state/session.ts';
import { useZone } from '../time-zone/use-zone.ts';
import styles from './room-calendar.module.css';

/** One meeting: time, title, organizer, and a join button if it has a link. */
export function MeetingRow({ meeting, now }: { meeting: Meeting; now: Date }) {
  const { t } = useTexts();
  const { bridge } = useSession();
  const [state, setState] = useState<'idle' | 'joining' | 'failed'>('idle');
  const { id, organizer, joinable } = meeting;
  const running = Date.parse(meeting.start) <= now.getTime();
  const name = meetingName(meeting, t);

  async function join(): Promise<void> {
    setState('joining');
    try {
      await bridge?.call('join_meeting', { id });
      setState('idle');
    } catch {
      setState('failed');
    }
  }

  return (
    <li className={running ? `${styles.meeting} ${styles.running}` : styles.meeting}>
      <div className={styles.what}>
        <p className={styles.when}>
          <Time meeting={meeting} />
          {running && !meeting.allDay && <span className={styles.now}>{t('calendar.now')}</span>}
        </p>
        <p className={styles.name}>{name}</p>
        {organizer && <p className={styles.quiet}>{organizer}</p>}
        {state === 'failed' && (
          <p className={styles.failed} role="alert">
            {t('calendar.cannotJoin')}
          </p>
        )}
      </div>
      {joinable && (
        <Button
          kind={running ? 'primary' : 'quiet'}
          disabled={state === 'joining'}
          aria-label={t('calendar.joinNamed', { name })}
          onClick={() => void join()}
        >
          {t('calendar.join')}
        </Button>
      )}
    </li>
  );
}

function Time({ meeting: { start, end, allDay } }: { meeting: Meeting }) {
  const { t, time } = useTexts();
  const zone = useZone();
  if (allDay) return t('calendar.allDay');
  return (
    <>
      <time dateTime={start}>{time(start, zone)}</time> – <time dateTime={end}>{time(end, zone)}</time>
    </>
  );
}

/** The meeting's name on the screen, which everyone in the room can read. */
export function meetingName(meeting: Meeting, t: Texts['t']): string {
  return meeting.private ? t('calendar.private') : meeting.title || t('calendar.untitled');
}
