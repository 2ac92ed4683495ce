import { useTexts } from '@berth/web/i18n/store.ts';
import { Button } from '../parts/button.tsx';
import styles from './calls.module.css';

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '0', '#'];

/** A telephone's twelve keys. */
export function Keypad({ onDigit }: { onDigit: (digit: string) => void }) {
  const { t } = useTexts();
  return (
    <fieldset className={styles.keypad} aria-label={t('calls.keypad')}>
      {KEYS.map((key) => (
        <Button key={key} className={styles.key} onClick={() => onDigit(key)}>
          {key}
        </Button>
      ))}
    </fieldset>
  );
}
