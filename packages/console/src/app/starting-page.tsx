import type { MessageKey } from '@berth/web/i18n/keys.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { IconCloudOff } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { useMatches } from 'react-router';
import { EmptyState } from '../ui/notice.tsx';
import { PageShape } from '../ui/page.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import styles from './starting-page.module.css';

const RETRY_MS = 5_000;

/** A page's heading, known before its code and data have loaded. */
export interface PageHeading {
  readonly title: MessageKey;
  readonly subtitle?: MessageKey;
}

/** Shown while the first page loads: the console's shape and the page's heading. */
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

/** Shown when the server does not respond at startup; retries automatically. */
export function ServiceUnreachable(): ReactNode {
  const { t } = useTexts();
  useEffect(() => {
    const timer = setTimeout(() => location.reload(), RETRY_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <main>
      <EmptyState icon={IconCloudOff} title={t('errors.page.offline')}>
        {t('errors.page.retrying')}
      </EmptyState>
    </main>
  );
}
