import { useTexts } from '@berth/web/i18n/store.ts';
import { Button } from '../parts/button.tsx';
import type { MirrorHost } from './host.ts';
import type { Guest } from './host-state.ts';
import styles from './people.module.css';

/** Connected guests who share nothing yet, with a disconnect button. */
export function People({ guests, host }: { guests: readonly Guest[]; host: MirrorHost }) {
  const { t } = useTexts();
  if (guests.length === 0) return null;
  return (
    <ul className={styles.people} aria-label={t('mirror.choosing')}>
      {guests.map(({ key, name }) => (
        <li key={key} className={styles.person}>
          <span>
            {name} · {t('mirror.chooses')}
          </span>
          <Button aria-label={t('mirror.endOf', { name })} onClick={() => host.end(key)}>
            {t('mirror.end')}
          </Button>
        </li>
      ))}
    </ul>
  );
}
