import { useTexts } from '@berth/web/i18n/store.ts';
import { useEffect, useState } from 'react';
import { Button } from '../parts/button.tsx';
import { useSession } from '../state/session.ts';
import styles from './greeter.module.css';

interface AutomaticProps {
  readonly seconds: number;
  /** Called when a user wants to log in by name. */
  readonly onAccount: () => void;
}

const SECOND_MS = 1_000;
/** Counts in minutes from this many seconds on. */
const COUNTED_IN_MINUTES = 120;

/** Starts the session automatically after the profile's time (spec chapter 3, auto-login-timeout). */
export function Automatic({ seconds, onAccount }: AutomaticProps) {
  const { t } = useTexts();
  const { bridge } = useSession();
  const [left, setLeft] = useState(seconds);

  useEffect(() => {
    if (left <= 0) {
      // Refused only if the profile changed meanwhile, which also changes the greeter.
      void bridge?.call('log_in_automatically', {}).catch(() => {});
      return;
    }
    const timer = setTimeout(() => setLeft(left - 1), SECOND_MS);
    return () => clearTimeout(timer);
  }, [left, bridge]);

  return (
    <>
      <h1 className={styles.title}>
        {left < COUNTED_IN_MINUTES
          ? t('greeter.automatic.title', { seconds: Math.max(0, left) })
          : t('greeter.automatic.minutes', { minutes: Math.ceil(left / 60) })}
      </h1>
      <div className={styles.bar} aria-hidden="true">
        <div className={styles.left} style={{ width: `${(100 * Math.max(0, left)) / seconds}%` }} />
      </div>
      <div className={styles.actions}>
        <Button kind="primary" autoFocus onClick={() => setLeft(0)}>
          {t('greeter.automatic.start')}
        </Button>
        <Button onClick={onAccount}>{t('greeter.automatic.account')}</Button>
      </div>
    </>
  );
}
