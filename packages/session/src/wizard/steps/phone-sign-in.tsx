import { useTexts } from '@berth/web/i18n/store.ts';
import { QrCode } from '@berth/web/ui/qr-code.tsx';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Bridge } from '../../bridge/bridge.ts';
import { Button } from '../../parts/button.tsx';
import { awaitDeviceLogin, beginDeviceLogin, type DeviceLogin } from '../../sign-in/device-flow.ts';
import { keepToken, loadProvider } from '../../sign-in/provider.ts';
import { useSession } from '../../state/session.ts';
import { connectApi } from '../api.ts';
import styles from '../step.module.css';

/** Login with a phone: it scans the code, the machine waits (RFC 8628). */
export function PhoneSignIn({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTexts();
  const { bridge } = useSession();
  const [login, setLogin] = useState<DeviceLogin>();
  const [failed, setFailed] = useState(false);
  const done = useEffectEvent(onDone);

  useEffect(() => {
    if (!bridge || failed) return;
    const stop = new AbortController();
    signInByPhone(bridge, setLogin, stop.signal).then(
      (signedIn) => signedIn && done(),
      () => stop.signal.aborted || setFailed(true),
    );
    return () => stop.abort();
  }, [bridge, failed]);

  if (failed) {
    return (
      <>
        <p className={styles.waiting} role="status">
          {t('wizard.phone.failed')}
        </p>
        <Button onClick={() => setFailed(false)}>{t('wizard.phone.again')}</Button>
      </>
    );
  }
  return (
    <>
      {login ? (
        <QrCode className={styles.code} text={login.completeUri} label={t('wizard.phone.scan')} />
      ) : (
        <div className={styles.code} />
      )}
      <p className={styles.waiting}>
        {t('wizard.phone.orOpen')} <span className={styles.uri}>{login?.uri ?? '…'}</span> {t('wizard.phone.enter')}
      </p>
      <p className={styles.userCode}>{login?.userCode ?? '…'}</p>
      <p className={styles.waiting} role="status">
        {t('wizard.phone.waiting')}
      </p>
    </>
  );
}

/** Whether a user logged in before `signal` aborted. */
async function signInByPhone(
  bridge: Bridge,
  onCode: (login: DeviceLogin) => void,
  signal: AbortSignal,
): Promise<boolean> {
  await connectApi(bridge);
  const provider = await loadProvider();
  const login = await beginDeviceLogin(provider, signal);
  onCode(login);
  const reply = await awaitDeviceLogin(provider, login, signal);
  if (reply) keepToken(reply);
  return reply !== undefined;
}
