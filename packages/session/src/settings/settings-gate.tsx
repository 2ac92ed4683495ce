import type { SettingsAccessState } from '@berth/contract/bridge/settings';
import { useTexts } from '@berth/web/i18n/store.ts';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { DeviceLogin } from '../greeter/device-login.tsx';
import { PasswordForm } from '../greeter/password-form.tsx';
import { navigate } from '../navigation.ts';
import { Button } from '../parts/button.tsx';
import { Message } from '../parts/message.tsx';
import { Page } from '../parts/page.tsx';
import { HOME_PATH } from '../paths.ts';
import { useSession } from '../state/session.ts';
import { PinForm } from './pin-form.tsx';
import styles from './settings.module.css';

/**
 * Settings and factory reset of a machine, for users whom its profile allows. The agent enforces it: this asks the
 * agent, and shows how to unlock it.
 */
export default function SettingsGate({ children }: { readonly children: ReactNode }) {
  const { t } = useTexts();
  const { bridge } = useSession();
  const [access, setAccess] = useState<SettingsAccessState>();
  const [failed, setFailed] = useState(false);
  const look = useCallback(() => {
    setFailed(false);
    bridge?.call('get_settings_access', {}).then(setAccess, () => setFailed(true));
  }, [bridge]);
  useEffect(look, [look]);
  useEffect(() => {
    return () => void bridge?.call('close_settings', {}).catch(() => {});
  }, [bridge]);
  if (failed) {
    return (
      <Page title={t('screens.settings.title')}>
        <Message tone="bad" title={t('session.agent.failed')} action={{ label: t('common.retry'), run: look }} />
        <div className={styles.actions}>
          <Button onClick={() => navigate(HOME_PATH, 'replace')}>{t('common.back')}</Button>
        </div>
      </Page>
    );
  }
  if (!access) return null;
  if (access.open) return children;
  const { ways } = access;
  return (
    <Page title={t('screens.settings.title')}>
      {ways.length === 0 ? (
        <Message tone="info" title={t('screens.settings.closed.title')}>
          {t('screens.settings.closed.text')}
        </Message>
      ) : (
        <div className={styles.gate}>
          {ways.includes('pin') && <PinForm onOpen={look} />}
          {(ways.includes('product-id') || ways.includes('local')) && <AdministratorLogin ways={ways} onOpen={look} />}
        </div>
      )}
      <div className={styles.actions}>
        <Button onClick={() => navigate(HOME_PATH, 'replace')}>{t('common.back')}</Button>
      </div>
    </Page>
  );
}

interface AdministratorLoginProps {
  readonly ways: SettingsAccessState['ways'];
  readonly onOpen: () => void;
}

/** Authenticates an administrator: with a phone, or, if the cloud is unreachable, by an account of the machine. */
function AdministratorLogin({ ways, onOpen }: AdministratorLoginProps) {
  const { t } = useTexts();
  const { bridge } = useSession();
  const [way, setWay] = useState(ways.includes('product-id') ? 'product-id' : 'local');
  const other = way === 'local' ? 'product-id' : 'local';
  return (
    <div className={styles.form}>
      <p>{t(`screens.settings.administrator.${way === 'local' ? 'account' : 'phone'}`)}</p>
      {way === 'local' ? (
        <PasswordForm
          history={[]}
          logIn={async (user, password) => {
            await bridge?.call('open_settings_as', { user, password });
            onOpen();
          }}
        />
      ) : (
        <DeviceLogin
          begin={(agent) => agent.call('begin_settings_login', {})}
          finish={async (agent) => {
            await agent.call('await_settings_login', {});
            onOpen();
          }}
        />
      )}
      {ways.includes(other) && (
        <Button onClick={() => setWay(other)}>{t(`screens.settings.administrator.${other}`)}</Button>
      )}
    </div>
  );
}
