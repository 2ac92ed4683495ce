import { useTexts } from '@berth/web/i18n/store.ts';
import { IconEye, IconPointer } from '@tabler/icons-react';
import { Button } from '../parts/button.tsx';
import { useSession, useSessionState } from '../state/session.ts';
import styles from './remote-notice.module.css';

/**
 * A bar above everything on the machine: asks whether an administrator may view or control it, and says so while one
 * does. Nothing in it takes the focus automatically: a key meant for another window must not allow anyone in. Without a
 * pointer the user answers by the keys on its buttons, which the agent receives whichever window has the focus.
 */
export default function RemoteNotice() {
  const { t } = useTexts();
  const { bridge } = useSession();
  const remote = useSessionState((state) => state.remote);
  if (!remote || !bridge) return <div className={styles.bar} />;
  const { by, reason, mode, phase } = remote;
  const answer = (accept: boolean) => void bridge.call('answer_remote', { accept }).catch(() => {});
  const Icon = mode === 'view' ? IconEye : IconPointer;
  return (
    <main className={styles.bar} data-phase={phase} aria-label={t('remote.notice.title')}>
      <title>{t('remote.notice.title')}</title>
      <Icon className={styles.icon} size={28} aria-hidden />
      <div className={styles.words} role="status">
        <p className={styles.who}>{t(`remote.notice.${phase}.${mode}`, { by })}</p>
        <p className={styles.reason} title={reason}>
          {reason}
        </p>
      </div>
      {phase === 'active' ? (
        <Button onClick={() => void bridge.call('end_remote', {}).catch(() => {})}>
          {t('remote.notice.end')}
          <kbd className={styles.keys}>{t('remote.notice.keys.escape')}</kbd>
        </Button>
      ) : (
        <>
          <Button onClick={() => answer(false)}>
            {t('remote.notice.deny')}
            <kbd className={styles.keys}>{t('remote.notice.keys.escape')}</kbd>
          </Button>
          <Button kind="primary" onClick={() => answer(true)}>
            {t('remote.notice.accept')}
            <kbd className={styles.keys}>{t('remote.notice.keys.enter')}</kbd>
          </Button>
        </>
      )}
    </main>
  );
}
