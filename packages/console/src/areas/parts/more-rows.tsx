import { useTexts } from '@berth/web/i18n/store.ts';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './more-rows.module.css';

/** What a paged list knows of its next page. */
export interface MoreOfList {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => Promise<unknown>;
}

/** Below a list that goes on: a button that loads the next page. */
export function MoreRows({ hasNextPage, isFetchingNextPage, fetchNextPage }: MoreOfList): ReactNode {
  const { t } = useTexts();
  if (!hasNextPage) return null;
  return (
    <p className={styles.more}>
      <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {t('console.more')}
      </Button>
    </p>
  );
}
