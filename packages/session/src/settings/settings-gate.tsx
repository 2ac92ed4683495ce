import type { SettingsAccessState } from '@berth/contract/bridge/settings';
import { useTexts } from '@berth/web/i18n/store.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { navigate } from '../navigation.ts';
import { Button } from '../parts/button.tsx';
import { Message } from '../parts/message.tsx';
import { Page } from '../parts/page.tsx';
import { HOME_PATH } from '../paths.ts';
import { useSession } from '../state/session.ts';
import { AdministratorLogin } from './administrator-login.tsx';
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
  const look = () => void bridge?.call('get_settings_access', {}).then(setAccess, () => {});
  useEffect(() => {
    bridge?.call('get_settings_access', {}).then(setAccess, () => {});
    return () => void bridge?.call('close_settings', {}).catch(() => {});
  }, [bridge]);
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
