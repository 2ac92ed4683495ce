import { useTexts } from '@berth/web/i18n/store.ts';
import { Dialog } from '@berth/web/ui/dialog.tsx';
import { IconPhone, IconPhoneOff } from '@tabler/icons-react';
import { navigate, usePath } from '../navigation.ts';
import { Button } from '../parts/button.tsx';
import { CALLS_PATH } from '../paths.ts';
import { useSession, useSessionState } from '../state/session.ts';
import { nameOf } from './call-panel.tsx';
import styles from './calls.module.css';

/** Shows an incoming call over any screen, and during a call the way back to it. */
export default function CallNotice() {
  const { t } = useTexts();
  const { bridge } = useSession();
  const call = useSessionState(({ calls }) => calls.call);
  const isOnCallsPage = usePath() === CALLS_PATH;
  if (!bridge || !call) return null;
  if (call.state !== 'incoming') {
    if (isOnCallsPage) return null;
    return (
      <Button className={styles.back} onClick={() => navigate(CALLS_PATH)}>
        <IconPhone size={20} aria-hidden />
        {t('calls.back', { name: nameOf(call) })}
      </Button>
    );
  }

  function answer(): void {
    navigate(CALLS_PATH);
    void bridge?.call('answer_call', {}).catch(() => {});
  }

  // A key pressed for something else must neither decline a call, so Escape does not close this, nor answer it.
  return (
    <Dialog title={t('calls.incoming')}>
      <p className={styles.caller} tabIndex={-1} data-autofocus>
        {nameOf(call)}
      </p>
      {call.peer_name && call.peer_name !== call.peer && <p className={styles.number}>{call.peer}</p>}
      <div className={styles.buttons}>
        <Button onClick={() => void bridge.call('hang_up', {}).catch(() => {})}>
          <IconPhoneOff size={20} aria-hidden />
          {t('calls.decline')}
        </Button>
        <Button kind="primary" onClick={answer}>
          <IconPhone size={20} aria-hidden />
          {t('calls.answer')}
        </Button>
      </div>
    </Dialog>
  );
}
