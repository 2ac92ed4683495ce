import { shortId } from '@berth/contract/rules/names';
import { useTexts } from '@berth/web/i18n/store.ts';
import { useState } from 'react';
import { navigate } from '../navigation.ts';
import { Button } from '../parts/button.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Message } from '../parts/message.tsx';
import { Page } from '../parts/page.tsx';
import { HOME_PATH } from '../paths.ts';
import { useSession, useSessionState } from '../state/session.ts';
import styles from './settings.module.css';

/** Resets the machine to factory settings. Says what is lost, and asks twice. */
export default function FactoryReset() {
  const { t } = useTexts();
  const { bridge } = useSession();
  const config = useSessionState((state) => state.config);
  const [asking, setAsking] = useState(false);
  const [running, setRunning] = useState(false);
  const name = config?.machine_name ?? (config ? shortId(config.machine_id) : '');
  if (running) {
    return (
      <Page title={t('screens.factoryReset.title')}>
        <Message tone="info" title={t('screens.factoryReset.running')} />
      </Page>
    );
  }
  return (
    <Page title={t('screens.factoryReset.title')}>
      <div className={styles.resetText}>
        <p>{t('screens.factoryReset.text')}</p>
        <ul>
          <li>{t('screens.factoryReset.loses.organization')}</li>
          <li>{t('screens.factoryReset.loses.data')}</li>
          <li>{t('screens.factoryReset.loses.network')}</li>
          <li>{t('screens.factoryReset.loses.key')}</li>
        </ul>
      </div>
      <div className={styles.resetActions}>
        <Button kind="primary" onClick={() => navigate(HOME_PATH, 'replace')} autoFocus>
          {t('common.cancel')}
        </Button>
        <Button disabled={!bridge} onClick={() => setAsking(true)}>
          {t('screens.factoryReset.confirm')}
        </Button>
      </div>
      {asking && (
        <ConfirmDialog
          title={t('screens.factoryReset.ask', { name })}
          text={t('screens.factoryReset.last')}
          confirm={t('screens.factoryReset.confirm')}
          onCancel={() => setAsking(false)}
          onConfirm={async () => {
            await bridge?.call('factory_reset', { confirm: true });
            setAsking(false);
            setRunning(true);
          }}
        />
      )}
    </Page>
  );
}
