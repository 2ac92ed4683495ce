import { timeZones } from '@berth/contract/rules/time-zones';
import { useTexts } from '@berth/web/i18n/store.ts';
import { useId } from 'react';
import styles from '../parts/field.module.css';

interface TimeZoneSelectProps {
  readonly zone: string;
  /** Whether the profile sets it. */
  readonly fixed: boolean;
  readonly failed?: boolean;
  readonly onChange: (zone: string) => void;
}

/** A choice of all time zones, as the machine lists them. */
export function TimeZoneSelect({ zone, fixed, failed = false, onChange }: TimeZoneSelectProps) {
  const { t } = useTexts();
  const id = useId();
  const note = failed ? t('screens.timeZone.failed') : fixed ? t('screens.timeZone.fixed') : undefined;
  const names = [...new Set([...timeZones(), zone])];
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{t('screens.timeZone')}</label>
      <select
        id={id}
        className={styles.input}
        value={zone}
        disabled={fixed}
        aria-describedby={note && `${id}-note`}
        onChange={(event) => onChange(event.target.value)}
      >
        {names.map((name) => (
          <option key={name} value={name}>
            {name.replaceAll('_', ' ')}
          </option>
        ))}
      </select>
      {note && (
        <p id={`${id}-note`} className={failed ? styles.error : styles.hint} role={failed ? 'alert' : undefined}>
          {note}
        </p>
      )}
    </div>
  );
}
