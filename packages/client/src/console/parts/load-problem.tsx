import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCloudOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ApiError } from '../../data/api-error.ts';
import { describeError } from '../../data/describe-error.ts';
import { useTexts } from '../../i18n/store.ts';
import { EmptyState } from '../../ui/empty-state.tsx';

interface LoadProblemProps {
  readonly error: unknown;
  readonly retry: () => void;
}

/** Stands where something could not be loaded: what happened, what is safe, and the button to try again. */
export function LoadProblem({ error, retry }: LoadProblemProps): ReactNode {
  const texts = useTexts();
  const offline = error instanceof ApiError && error.code === 'offline';
  const description = describeError(error, texts);
  if (!description) return null;
  return (
    <EmptyState
      icon={offline ? IconCloudOff : IconAlertTriangle}
      title={texts.t(offline ? 'errors.page.offline' : 'errors.load.title')}
      action={
        <Button variant="default" onClick={retry}>
          {texts.t('common.retry')}
        </Button>
      }
    >
      {description.message}
    </EmptyState>
  );
}
