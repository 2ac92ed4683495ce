import type { Notification } from '@berth/contract/bridge/methods';
import type { RefusedCertificate } from '@berth/contract/device/certificate';
import { FAILURE_SHOWN_MS } from '@berth/contract/limits';
import { useTexts } from '@berth/web/i18n/store.ts';
import { Dialog } from '@berth/web/ui/dialog.tsx';
import { IconAlertTriangle, IconX } from '@tabler/icons-react';
import { Suspense, useCallback, useEffect, useState } from 'react';
import { lazyScreen } from '../navigation.ts';
import { Button } from '../parts/button.tsx';
import { useSession, useSessionState } from '../state/session.ts';
import type { Refused } from '../state/state.ts';
import { useZone } from '../time-zone/use-zone.ts';
import styles from './notices.module.css';

const CertificateFacts = lazyScreen(() => import('../rdp/certificate-facts.tsx'), 'screens');

/** Current notices: administrator messages, and windows that did not open. */
export default function Notices() {
  const { bridge, state } = useSession();
  const message = useSessionState(({ notifications }) => notifications.find(({ emergency }) => !emergency));
  const sessions = useSessionState((current) => current.sessions);
  const refused = useSessionState((current) => current.refused);
  const forget = useCallback(() => state.set({ refused: null }), [state]);
  useEffect(() => {
    if (!refused) return;
    const timer = setTimeout(forget, FAILURE_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [refused, forget]);
  const failed = sessions.filter((session) => session.state === 'failed');
  return (
    <>
      <div className={styles.notices} role="status">
        {failed.map(({ id, title, failure, certificate }) => (
          <Failure
            key={id}
            of="session"
            title={title}
            failure={failure}
            certificate={certificate}
            onDismiss={() => void bridge?.call('close_session', { id }).catch(() => {})}
          />
        ))}
        {refused && <Failure {...refused} onDismiss={forget} />}
      </div>
      {message && <AdminMessage key={message.id} message={message} />}
    </>
  );
}

const BUTTON_WORDS = { title: 'session.button.failure.title', unknown: 'session.button.failure.unknown' } as const;
const SESSION_WORDS = { title: 'session.failure.title', unknown: 'session.failure.unknown' } as const;

interface FailureProps {
  readonly of: Refused['of'];
  readonly title: string;
  readonly failure: string | null;
  readonly certificate?: RefusedCertificate | undefined;
  readonly onDismiss: () => void;
}

function Failure({ of, title, failure, certificate, onDismiss }: FailureProps) {
  const { t, has } = useTexts();
  const { key, words } =
    of === 'button'
      ? { key: `session.button.failure.${failure}`, words: BUTTON_WORDS }
      : { key: `session.failure.${failure}`, words: SESSION_WORDS };
  return (
    <div className={styles.failure}>
      <IconAlertTriangle className={styles.icon} aria-hidden />
      <div>
        <p>
          <strong>{t(words.title, { name: title })}</strong> {t(has(key) ? key : words.unknown)}
        </p>
        {certificate && (
          <Suspense>
            <CertificateFacts certificate={certificate} />
          </Suspense>
        )}
      </div>
      <button type="button" className={styles.dismiss} onClick={onDismiss} aria-label={t('common.close')}>
        <IconX size={20} aria-hidden />
      </button>
    </div>
  );
}

/** An administrator's message; Enter closes it (spec chapter 2, inform). */
function AdminMessage({ message }: { message: Notification }) {
  const { t, dateTime } = useTexts();
  const zone = useZone();
  const { bridge, state } = useSession();
  // Enter in the login of a remote desktop would otherwise close a message that appears above it, unread.
  const [isTyping] = useState(() => document.activeElement instanceof HTMLInputElement);

  function dismiss(): void {
    // Removed from the screen right away; the agent then pushes the list without it.
    state.set({ notifications: state.get().notifications.filter(({ id }) => id !== message.id) });
    void bridge?.call('dismiss_notification', { id: message.id }).catch(() => {});
  }

  return (
    <Dialog
      title={t('session.message.title')}
      onClose={dismiss}
      actions={
        <Button kind="primary" onClick={dismiss} data-autofocus={isTyping ? undefined : ''}>
          {t('common.ok')}
        </Button>
      }
    >
      <p className={styles.text} tabIndex={-1} data-autofocus={isTyping ? '' : undefined}>
        {message.message}
      </p>
      <p className={styles.time}>{dateTime(message.receivedAt, zone)}</p>
    </Dialog>
  );
}
