import { useTexts } from '@berth/web/i18n/store.ts';
import { useEffect } from 'react';
import { navigate } from '../navigation.ts';
import { HOME_PATH } from '../paths.ts';
import { useSessionState } from '../state/session.ts';
import { ConnectionCheck } from './connection-check.tsx';
import styles from './step.module.css';
import wizardStyles from './wizard.module.css';

/**
 * Registers a machine with the enrollment code in its image, without questions, and then shows the home screen. Shows
 * what it waits for, because without a network it could wait forever.
 */
export function Unattended() {
  const { t } = useTexts();
  const registered = useSessionState(({ config }) => config?.firstboot === false);
  useEffect(() => {
    if (registered) navigate(HOME_PATH, 'replace');
  }, [registered]);
  return (
    <main className={wizardStyles.card}>
      <div className={wizardStyles.step}>
        <h1 className={styles.title}>{t('wizard.unattended.title')}</h1>
        <p className={styles.text}>{t('wizard.unattended.text')}</p>
        <ConnectionCheck />
      </div>
    </main>
  );
}
