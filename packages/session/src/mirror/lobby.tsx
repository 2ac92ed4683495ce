import { useTexts } from '@berth/web/i18n/store.ts';
import { Button } from '../parts/button.tsx';
import type { MirrorHost } from './host.ts';
import styles from './lobby.module.css';
import { useHostState } from './mirroring.ts';

/** Guests waiting to be admitted, while guests are moderated: covers nothing, so the moderator chooses when. */
export function Lobby({ host }: { readonly host: MirrorHost }) {
  const { t } = useTexts();
  const { requests } = useHostState(host);
  if (requests.length === 0) return null;
  return (
    <section className={styles.lobby} aria-label={t('mirror.lobby.title')}>
      <h2 className={styles.title}>
        <span role="status">{t('mirror.lobby.waiting', { count: requests.length })}</span>
      </h2>
      <ul className={styles.list}>
        {requests.map(({ key, name }) => (
          <li key={key} className={styles.guest} aria-label={name}>
            <span className={styles.name}>{name}</span>
            <Button onClick={() => host.decide(key, false)}>{t('mirror.lobby.decline')}</Button>
            <Button kind="primary" onClick={() => host.decide(key, true)}>
              {t('mirror.lobby.admit')}
            </Button>
          </li>
        ))}
      </ul>
      {requests.length > 1 && (
        <Button
          onClick={() => {
            for (const { key } of requests) host.decide(key, true);
          }}
        >
          {t('mirror.lobby.admitAll')}
        </Button>
      )}
    </section>
  );
}
