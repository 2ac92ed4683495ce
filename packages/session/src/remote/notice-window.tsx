import { useTexts } from '@berth/web/i18n/store.ts';
import { IconEye, IconMessage, IconPointer } from '@tabler/icons-react';
import { useEffect } from 'react';
import { usePath } from '../navigation.ts';
import { Button } from '../parts/button.tsx';
import { MESSAGE_PATH } from '../paths.ts';
import { type Session, useSession, useSessionState } from '../state/session.ts';
import { useZone } from '../time-zone/use-zone.ts';
import styles from './notice-window.module.css';

/** A window above all others: remote control of the machine, or an administrator's message. */
export default function NoticeWindow() {
  return usePath() === MESSAGE_PATH ? <MessageNotice /> : <RemoteNotice />;
}

/**
 * A bar above everything on the machine. Asks whether an administrator may view or control it, and says so while one
 * does. It never takes the focus, so that a key press meant for another window does not allow access. Without a
 * pointer, users answer with the keys on its buttons, which the agent receives whichever window has the focus.
 */
function RemoteNotice() {
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

/** A window above all others with the oldest administrator message. */
function MessageNotice() {
  const { t } = useTexts();
  return (
    <main>
      <title>{t('session.message.title')}</title>
      <OldestMessage />
    </main>
  );
}

/** A bar that stays until it is confirmed. It never takes the focus; the key on its button works in any window. */
function OldestMessage() {
  const { t, dateTime } = useTexts();
  const zone = useZone();
  const session = useSession();
  // Also shows emergencies, which have no other screen here.
  const message = useSessionState(({ notifications: all }) => all.find(({ emergency }) => !emergency) ?? all[0]);
  if (!message) return <div className={styles.bar} />;
  return (
    <section className={styles.bar} aria-label={t('session.message.title')}>
      <IconMessage className={styles.icon} size={28} aria-hidden />
      <div className={styles.words} role="status">
        <p className={styles.who}>
          {t('session.message.title')} · {dateTime(message.receivedAt, zone)}
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
function readMessage({ bridge, state }: Session, id: string): void {
  state.set({ notifications: state.get().notifications.filter((each) => each.id !== id) });
  void bridge?.call('dismiss_notification', { id }).catch(() => {});
}

/** A message above a screen where someone may be typing: a dialog would capture the next Enter. */
export function MessageBar() {
  const session = useSession();
  const isBelow = useSessionState(({ remote }) => remote !== null);
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      const oldest = session.state.get().notifications.find(({ emergency }) => !emergency);
      if (!(event.ctrlKey && event.altKey && event.code === 'Space' && oldest)) return;
      event.preventDefault();
      event.stopPropagation();
      readMessage(session, oldest.id);
    }
    addEventListener('keydown', onKeyDown, { capture: true });
    return () => removeEventListener('keydown', onKeyDown, { capture: true });
  }, [session]);
  return (
    <div className={styles.over} data-below={isBelow || undefined}>
      <OldestMessage />
    </div>
  );
}
