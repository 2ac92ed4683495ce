import { ApiError } from '@berth/web/data/api-error.ts';
import { describeError } from '@berth/web/data/describe-error.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCloudOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { EmptyState } from '../../ui/empty-state.tsx';

interface LoadErrorProps {
  readonly error: unknown;
  readonly retry: () => void;
}

/** Stands where something could not be loaded: what happened, what is safe, and the button to try again. */
export function LoadError({ error, retry }: LoadErrorProps): ReactNode {
  const description = describeError(error, useTexts());
  const isOffline = error instanceof ApiError && error.code === 'offline';
  return description && <ErrorState description={description.message} isOffline={isOffline} retry={retry} />;
}

interface ErrorStateProps {
  /** What happened, in words. */
  readonly description: string;
  readonly isOffline?: boolean;
  readonly retry: () => void;
}

/** The same where the words are known already. */
export function ErrorState({ description, isOffline = false, retry }: ErrorStateProps): ReactNode {
  const { t } = useTexts();
  return (
    <EmptyState
      icon={isOffline ? IconCloudOff : IconAlertTriangle}
      title={t(isOffline ? 'errors.page.offline' : 'errors.load.title')}
      action={
        <Button variant="default" onClick={retry}>
          {t('common.retry')}
        </Button>
      }
    >
      {description}
    </EmptyState>
  );
}
