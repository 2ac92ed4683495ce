import { useTexts } from '@berth/web/i18n/store.ts';
import styles from './greeter.module.css';

interface RecentNamesProps {
  /** Newest first; empty if the organization keeps no history. */
  readonly names: readonly string[];
  readonly chosen?: string;
  readonly onChoose: (name: string) => void;
}

/** Users who logged in here lately, as buttons. */
export function RecentNames({ names, chosen, onChoose }: RecentNamesProps) {
  const { t } = useTexts();
  if (names.length === 0) return null;
  return (
    <fieldset className={styles.history} aria-label={t('greeter.history')}>
      {names.map((name) => (
        <button
          key={name}
          type="button"
          className={styles.name}
          aria-pressed={name === chosen}
          onClick={() => onChoose(name)}
        >
          {name}
        </button>
      ))}
    </fieldset>
  );
}
