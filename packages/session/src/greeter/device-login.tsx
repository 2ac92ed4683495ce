import type { DeviceCode } from '@berth/contract/bridge/login';
import type { MessageKey } from '@berth/web/i18n/keys.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { QrCode } from '@berth/web/ui/qr-code.tsx';
import { useEffect, useRef, useState } from 'react';
import { type Bridge, BridgeError } from '../bridge/bridge.ts';
import { Button } from '../parts/button.tsx';
import { ErrorText } from '../parts/field.tsx';
import { useSession } from '../state/session.ts';
import styles from './greeter.module.css';
import { RecentNames } from './recent-names.tsx';

interface DeviceLoginProps {
  /** Names of earlier users, if the organization's settings allow it. */
  readonly history?: readonly string[];
  /** Requests a code from the agent, which only `user` may confirm if one is named. */
  readonly begin: (agent: Bridge, user?: string) => Promise<DeviceCode>;
  /** Resolves when the user has confirmed on the other device. */
  readonly finish: (agent: Bridge) => Promise<unknown>;
}

/**
 * Login with a phone: it scans the code, the machine waits (RFC 8628). A code expires in minutes, so it is created on
 * request.
 */
export function DeviceLogin({ history = [], begin, finish }: DeviceLoginProps) {
  const { t } = useTexts();
  const { bridge } = useSession();
  const shown = useRef(true);
  const [code, setCode] = useState<DeviceCode & { readonly user?: string | undefined }>();
  const [running, setRunning] = useState(false);
  const [failure, setFailure] = useState<MessageKey>();
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);

  async function logIn(agent: Bridge, user?: string): Promise<void> {
    setRunning(true);
    setFailure(undefined);
    try {
      setCode({ ...(await begin(agent, user)), user });
      await finish(agent);
    } catch (error) {
      if (!shown.current) return;
      const refused = error instanceof BridgeError && error.code === 'login-failed';
      setFailure(refused ? 'greeter.device.failed' : 'greeter.unavailable');
      setCode(undefined);
      setRunning(false);
    }
  }

  if (!code) {
    return (
      <>
        {failure ? <ErrorText>{t(failure)}</ErrorText> : <p className={styles.text}>{t('greeter.device.text')}</p>}
        <RecentNames names={history} onChoose={(name) => bridge && !running && void logIn(bridge, name)} />
        <Button kind="primary" autoFocus disabled={running} onClick={() => bridge && void logIn(bridge)}>
          {t(running ? 'common.wait' : failure ? 'greeter.device.other' : 'greeter.device.show')}
        </Button>
      </>
    );
  }
  return (
    <div className={styles.device}>
      <QrCode className={styles.code} text={code.completeUri} label={t('greeter.device.scan')} />
      <div className={styles.words}>
        <p>{t('greeter.device.open')}</p>
        <p className={styles.uri}>{code.uri}</p>
        <p>{t('greeter.device.enter')}</p>
        <p className={styles.userCode}>{code.userCode}</p>
        <p className={styles.text} role="status">
          {code.user ? t('greeter.device.waitingFor', { name: code.user }) : t('greeter.device.waiting')}
        </p>
      </div>
    </div>
  );
}
