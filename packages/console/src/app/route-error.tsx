import { ApiError } from '@berth/web/data/api-error.ts';
import { describeError } from '@berth/web/data/describe-error.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { Button } from '@mantine/core';
import { IconCloudOff, IconMoodConfused, IconPlugConnectedX } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { useRouteError } from 'react-router';
import { EmptyState } from '../ui/notice.tsx';
import { ChunkError } from './lazy-page.ts';

/** Instead of the whole console. */
export function RouteError(): ReactNode {
  return (
    <main>
      <PageError />
    </main>
  );
}

/** A page that failed to load or crashed: what happened, and a way out. */
export function PageError(): ReactNode {
  const error = useRouteError();
  const texts = useTexts();
  const isFault = !(error instanceof ApiError || error instanceof ChunkError);
  // The router caught the error; report it to error listeners all the same.
  useEffect(() => {
    if (isFault) reportError(error);
  }, [error, isFault]);
  const offline = error instanceof ApiError && error.code === 'offline';
  if (error instanceof ChunkError) {
    console.error(error);
    return (
      <EmptyState
        isPage
        icon={IconPlugConnectedX}
        title={texts.t('errors.chunk.title')}
        action={<Button onClick={() => location.reload()}>{texts.t('errors.page.reload')}</Button>}
      >
        {texts.t('errors.chunk.text')}
      </EmptyState>
    );
  }
  const description = describeError(error, texts);
  return (
    <EmptyState
      isPage
      icon={offline ? IconCloudOff : IconMoodConfused}
      title={texts.t(offline ? 'errors.page.offline' : 'errors.page.broken')}
      action={<Button onClick={() => location.reload()}>{texts.t('errors.page.reload')}</Button>}
    >
      {description?.message}
    </EmptyState>
  );
}
