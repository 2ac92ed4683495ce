import { ApiError } from '@berth/web/data/api-error.ts';
import { describeError } from '@berth/web/data/describe-error.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCloudOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { EmptyState } from '../../ui/notice.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { Skeleton, SkeletonLines } from '../../ui/skeleton.tsx';
import styles from './loading.module.css';

interface LoadErrorProps {
  readonly error: unknown;
  readonly retry: () => void;
}

/** Shown in place of what failed to load: what happened, and a button to retry if that can help. */
export function LoadError({ error, retry }: LoadErrorProps): ReactNode {
  const description = describeError(error, useTexts());
  const code = error instanceof ApiError ? error.code : undefined;
  if (!description) return null;
  return (
    <ErrorState
      description={description.message}
      isOffline={code === 'offline'}
      // The answer stays the same until someone else gives the person another role.
      retry={code === 'forbidden' ? undefined : retry}
    />
  );
}

interface ErrorStateProps {
  /** The error message. */
  readonly description: string;
  readonly isOffline?: boolean;
  readonly retry: (() => void) | undefined;
}

/** The same with a given message. */
export function ErrorState({ description, isOffline = false, retry }: ErrorStateProps): ReactNode {
  const { t } = useTexts();
  return (
    <EmptyState
      icon={isOffline ? IconCloudOff : IconAlertTriangle}
      title={t(isOffline ? 'errors.page.offline' : 'errors.load.title')}
      action={
        retry && (
          <Button variant="default" onClick={retry}>
            {t('common.retry')}
          </Button>
        )
      }
    >
      {description}
    </EmptyState>
  );
}

/** Placeholder for a page of panels. */
export function PageSkeleton({ title }: { readonly title: string }): ReactNode {
  return (
    <Page title={title}>
      <div aria-busy="true">
        <Panel>
          <SkeletonLines count={6} />
        </Panel>
      </div>
    </Page>
  );
}

/** Placeholder for a table. */
export function TableSkeleton({ rows }: { readonly rows: number }): ReactNode {
  return (
    <div aria-busy="true">
      <Panel flush>
        {Array.from({ length: rows }, (_, row) => (
          <div key={row.toString()} className={styles.row}>
            <Skeleton width={`${60 + ((row * 37) % 40)}%`} />
            <Skeleton width="70%" />
            <Skeleton width="60%" />
          </div>
        ))}
      </Panel>
    </div>
  );
}
