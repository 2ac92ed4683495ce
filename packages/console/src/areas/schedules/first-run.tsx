import { nextOpening, openWindow } from '@berth/contract/rules/schedules';
import { isDate, isTimeZone } from '@berth/contract/rules/time-zones';
import { useTexts } from '@berth/web/i18n/store.ts';
import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import { useNow } from '../parts/use-now.ts';
import type { Draft } from './draft.ts';
import styles from './schedules.module.css';

interface FirstRunProps {
  readonly draft: Draft;
  readonly change: (part: Partial<Draft>) => void;
}

/** Says when a schedule will run first, and asks whether an open window counts. */
export function FirstRun({ draft, change }: FirstRunProps): ReactNode {
  const { t, time, dateTime } = useTexts();
  const now = useNow();
  const { repeats, days, date, windowMinutes, timeZone } = draft;
  const isTimed = draft.time !== '' && (repeats ? days.length > 0 : isDate(date));
  if (!isTimed || !isTimeZone(timeZone) || !draft.enabled) return null;
  const timing = { days: repeats ? days : null, date: repeats ? null : date, time: draft.time, windowMinutes };
  const open = openWindow(timing, timeZone, now);
  const next = nextOpening(timing, timeZone, now);
  const later =
    next === null
      ? t('machines.schedules.first.never')
      : t('machines.schedules.first.at', { when: dateTime(new Date(next).toISOString()) });
  return (
    <div className={styles.first}>
      {open && (
        <Checkbox
          label={t('machines.schedules.first.now', { until: time(new Date(open.closes).toISOString()) })}
          checked={draft.startsAtOnce}
          onChange={(event) => change({ startsAtOnce: event.currentTarget.checked })}
        />
      )}
      {(!open || !draft.startsAtOnce) && <p role="status">{later}</p>}
    </div>
  );
}
