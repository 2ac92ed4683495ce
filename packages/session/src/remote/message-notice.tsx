import { useTexts } from '@berth/web/i18n/store.ts';
import { IconMessage } from '@tabler/icons-react';
import { Button } from '../parts/button.tsx';
import { type Session, useSession, useSessionState } from '../state/session.ts';
import styles from './remote-notice.module.css';

/** A window above all others with the oldest administrator message. */
export default function MessageNotice() {
  const { t } = useTexts();
  return (
    <main>
      <title>{t('session.message.title')}</title>
      <OldestMessage />
    </main>
  );
}

/** A bar that stays until it is confirmed. It never takes the focus; the key on its button works all the same. */
export function OldestMessage() {
  const { t, dateTime } = useTexts();
  const session = useSession();
  // Where an emergency has no screen of its own, it is shown here, too.
  const message = useSessionState(({ notifications: all }) => all.find(({ emergency }) => !emergency) ?? all[0]);
  if (!message) return <div className={styles.bar} />;
  return (
    <section className={styles.bar} aria-label={t('session.message.title')}>
      <IconMessage className={styles.icon} size={28} aria-hidden />
      <div className={styles.words} role="status">
        <p className={styles.who}>
          {t('session.message.title')} · {dateTime(message.receivedAt)}
        </p>
        <p className={styles.message}>{message.message}</p>
      </div>
      <Button kind="primary" onClick={() => readMessage(session, message.id)}>
        {t('session.message.read')}
        <kbd className={styles.keys}>{t('remote.notice.keys.space')}</kbd>
      </Button>
    </section>
  );
}

/** Tells the agent, and removes the message from the page right away. */
export function readMessage({ bridge, state }: Session, id: string): void {
  state.set({ notifications: state.get().notifications.filter((each) => each.id !== id) });
  void bridge?.call('dismiss_notification', { id }).catch(() => {});
}
