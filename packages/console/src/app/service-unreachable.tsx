import { useTexts } from '@berth/web/i18n/store.ts';
import { IconCloudOff } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { EmptyState } from '../ui/empty-state.tsx';

const RETRY_MS = 5_000;

/** The server did not answer when the console started: says so, and tries again by itself. */
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
