import { useTexts } from '@berth/web/i18n/store.ts';
import { IconAlertTriangleFilled } from '@tabler/icons-react';
import { useLayoutEffect, useRef } from 'react';
import { Button } from '../parts/button.tsx';
import { useSession, useSessionState } from '../state/session.ts';
import { useZone } from '../time-zone/use-zone.ts';
import styles from './emergency.module.css';

/** The oldest emergency message, over the whole screen until someone confirms it. */
export default function Emergency() {
  const { t, dateTime } = useTexts();
  const zone = useZone();
  const { bridge } = useSession();
  const dialog = useRef<HTMLDialogElement>(null);
  const message = useSessionState(({ notifications }) => notifications.find(({ emergency }) => emergency));
  useLayoutEffect(() => {
    dialog.current?.showModal();
    // Not the button: whoever is typing as the message appears would confirm it unread by Space or Enter.
    dialog.current?.focus();
  }, []);
  if (!message) return null;
  return (
    <dialog
      ref={dialog}
      className={styles.emergency}
      role="alertdialog"
      tabIndex={-1}
      aria-label={t('screens.emergency.title')}
      // Escape is pressed for many reasons and must not close this. A refused cancel would: at the third press.
      closedby="none"
    >
      <h1 className={styles.title}>
        <IconAlertTriangleFilled aria-hidden />
        {t('screens.emergency.title')}
      </h1>
      <p className={styles.text}>{message.message}</p>
      <p>{dateTime(message.receivedAt, zone)}</p>
      <Button onClick={() => void bridge?.call('dismiss_notification', { id: message.id }).catch(() => {})}>
        {t('screens.emergency.read')}
      </Button>
    </dialog>
  );
}
