import { useTexts } from '@berth/web/i18n/store.ts';
import type { ReactNode } from 'react';
import { navigate } from '../navigation.ts';
import { HOME_PATH } from '../paths.ts';
import { Button } from './button.tsx';
import styles from './page.module.css';

/** A screen other than the home screen: one panel in the middle, over the same background image. */
export function Page({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.screen}>
      <main className={styles.panel}>
        <h1 className={styles.title}>{title}</h1>
        {children}
      </main>
    </div>
  );
}

/** A screen that this machine cannot show, with a link back. */
export function Unavailable() {
  const { t } = useTexts();
  return (
    <Page title={t('screens.notHere.title')}>
      <p>{t('screens.notHere.text')}</p>
      <Button kind="primary" autoFocus onClick={() => navigate(HOME_PATH, 'replace')}>
        {t('screens.notHere.back')}
      </Button>
    </Page>
  );
}
