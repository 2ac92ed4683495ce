import { IconAlertTriangle, IconX } from '@tabler/icons-react';
import { useTexts } from '../../i18n/store.ts';
import { useSession, useSessionState } from '../state/session.ts';
import { AdminMessage } from './admin-message.tsx';
import styles from './notices.module.css';

/** What a person has to be told now: messages from the administrator, and windows that did not open. */
export default function Notices() {
  const { bridge, state } = useSession();
  const message = useSessionState(({ notifications }) => notifications.find(({ emergency }) => !emergency));
  const sessions = useSessionState((current) => current.sessions);
  const refused = useSessionState((current) => current.refused);
  const failed = sessions.filter((session) => session.state === 'failed');
  return (
    <>
      <div className={styles.notices} role="status">
        {failed.map(({ id, title, failure }) => (
          <Failure
            key={id}
            title={title}
            failure={failure}
            onDismiss={() => void bridge?.call('close_session', { id }).catch(() => {})}
          />
        ))}
        {refused && <Failure {...refused} onDismiss={() => state.set({ refused: null })} />}
      </div>
      {message && <AdminMessage key={message.id} message={message} />}
    </>
  );
}

function Failure(props: { title: string; failure: string | null; onDismiss: () => void }) {
  const { t, has } = useTexts();
  const key = `session.failure.${props.failure}`;
  return (
    <div className={styles.failure}>
      <IconAlertTriangle className={styles.icon} aria-hidden />
      <p>
        <strong>{t('session.failure.title', { name: props.title })}</strong>{' '}
        {t(has(key) ? key : 'session.failure.unknown')}
      </p>
      <button type="button" className={styles.dismiss} onClick={props.onDismiss} aria-label={t('common.close')}>
        <IconX size={20} aria-hidden />
      </button>
    </div>
  );
}
