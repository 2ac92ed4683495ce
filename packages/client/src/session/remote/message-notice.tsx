import { IconMessage } from '@tabler/icons-react';
import { useTexts } from '../../i18n/store.ts';
import { Button } from '../parts/button.tsx';
import { useSession, useSessionState } from '../state/session.ts';
import styles from './remote-notice.module.css';

/**
 * A bar above everything on the machine with the oldest message that an administrator has sent, until somebody has read
 * it. As the other notice it never has the keyboard; the key on its button reaches the agent from every window.
 */
export default function MessageNotice() {
  const { t, dateTime } = useTexts();
  const { bridge } = useSession();
  const message = useSessionState(({ notifications }) => notifications.find(({ emergency }) => !emergency));
  if (!message || !bridge) return <div className={styles.bar} />;
  return (
    <main className={styles.bar} aria-label={t('session.message.title')}>
      <title>{t('session.message.title')}</title>
      <IconMessage className={styles.icon} size={28} aria-hidden />
      <div className={styles.words} role="status">
        <p className={styles.who}>
          {t('session.message.title')} · {dateTime(message.receivedAt)}
        </p>
        <p className={styles.message}>{message.message}</p>
      </div>
      <Button
        kind="primary"
        onClick={() => void bridge.call('dismiss_notification', { id: message.id }).catch(() => {})}
      >
        {t('session.message.read')}
        <kbd className={styles.keys}>{t('remote.notice.keys.space')}</kbd>
      </Button>
    </main>
  );
}
