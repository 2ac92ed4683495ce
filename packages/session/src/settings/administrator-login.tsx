import type { SettingsAccessState } from '@berth/contract/bridge/settings';
import { useTexts } from '@berth/web/i18n/store.ts';
import { useState } from 'react';
import { DeviceLogin } from '../greeter/device-login.tsx';
import { PasswordForm } from '../greeter/password-form.tsx';
import { Button } from '../parts/button.tsx';
import { useSession } from '../state/session.ts';
import styles from './settings.module.css';

interface AdministratorLoginProps {
  readonly ways: SettingsAccessState['ways'];
  readonly onOpen: () => void;
}

/** Authenticates an administrator: with a phone, or, if the cloud is unreachable, by an account of the machine. */
export function AdministratorLogin({ ways, onOpen }: AdministratorLoginProps) {
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
