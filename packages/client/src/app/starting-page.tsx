import type { ReactNode } from 'react';
import { useTexts } from '../i18n/store.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import styles from './starting-page.module.css';

/** What stands while the first page is on its way: the shape of the console. */
export function StartingPage(): ReactNode {
  const { t } = useTexts();
  return (
    <main className={styles.page} aria-busy="true">
      <span className="visually-hidden">{t('common.loading')}</span>
      <div className={styles.side} />
      <div className={styles.content}>
        <Skeleton width="240px" height="32px" />
        <Skeleton height="320px" />
      </div>
    </main>
  );
}
