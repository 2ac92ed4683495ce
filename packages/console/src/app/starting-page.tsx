import type { MessageKey } from '@berth/web/i18n/keys.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import type { ReactNode } from 'react';
import { useMatches } from 'react-router';
import { PageShape } from '../ui/page.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import styles from './starting-page.module.css';

/** What a page is called: known before its code and its data are there. */
export interface PageHeading {
  readonly title: MessageKey;
  readonly subtitle?: MessageKey;
}

/** What stands while the first page is on its way: the shape of the console, and what the page is called. */
export function StartingPage(): ReactNode {
  const { t } = useTexts();
  const heading = useMatches().findLast(({ handle }) => handle !== undefined)?.handle as PageHeading | undefined;
  return (
    <main className={styles.page} aria-busy="true">
      <span className="visually-hidden">{t('common.loading')}</span>
      <div className={styles.side} />
      {heading ? (
        <PageShape title={t(heading.title)} subtitle={heading.subtitle && t(heading.subtitle)}>
          <Skeleton height="320px" />
        </PageShape>
      ) : (
        <div className={styles.content}>
          <Skeleton width="240px" height="32px" />
          <Skeleton height="320px" />
        </div>
      )}
    </main>
  );
}
