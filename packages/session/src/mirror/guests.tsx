import { useTexts } from '@berth/web/i18n/store.ts';
import { Dialog } from '@berth/web/ui/dialog.tsx';
import { Button } from '../parts/button.tsx';
import styles from './guests.module.css';
import type { MirrorHost } from './host.ts';
import type { Guest, Request } from './host-state.ts';
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

/** Asks whether a guest may share their screen here. */
export function RequestDialog({ request, host }: { request: Request; host: MirrorHost }) {
  const { t } = useTexts();
  const isCall = request.wants === 'call';
  const answer = (accepted: boolean) => host.decide(request.key, accepted);
  return (
    <Dialog
      title={t(isCall ? 'mirror.request.call' : 'mirror.request.title')}
      onClose={() => answer(false)}
      actions={
        <>
          <Button onClick={() => answer(false)}>{t('mirror.request.deny')}</Button>
          <Button kind="primary" onClick={() => answer(true)}>
            {t(isCall ? 'mirror.request.answer' : 'mirror.request.accept')}
          </Button>
        </>
      }
    >
      {/* Whoever is typing as the dialog appears must not admit a guest by Space or Enter. */}
      <p tabIndex={-1} data-autofocus>
        {t(isCall ? 'mirror.request.calls' : 'mirror.request.text', { name: request.name })}
      </p>
    </Dialog>
  );
}
