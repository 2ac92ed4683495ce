import type { Notification } from '@berth/contract/bridge/methods';
import { useTexts } from '@berth/web/i18n/store.ts';
import { Button } from '../parts/button.tsx';
import dialog from '../parts/dialog.module.css';
import { Dialog } from '../parts/dialog.tsx';
import { useSession } from '../state/session.ts';
import styles from './admin-message.module.css';

/** An administrator's message; Enter closes it (spec chapter 2, inform). */
export function AdminMessage({ message }: { message: Notification }) {
  const { t, dateTime } = useTexts();
  const { bridge, state } = useSession();

  function dismiss(): void {
    // Removed from the screen right away; the agent then pushes the list without it.
    state.set({ notifications: state.get().notifications.filter(({ id }) => id !== message.id) });
    void bridge?.call('dismiss_notification', { id: message.id }).catch(() => {});
  }

  return (
    <Dialog title={t('session.message.title')} onClose={dismiss}>
      <p className={styles.text}>{message.message}</p>
      <p className={styles.time}>{dateTime(message.receivedAt)}</p>
      <div className={dialog.buttons}>
        <Button kind="primary" onClick={dismiss} data-autofocus>
          {t('common.ok')}
        </Button>
      </div>
    </Dialog>
  );
}
