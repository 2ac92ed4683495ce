import { useTexts } from '@berth/web/i18n/store.ts';
import { IconCloudOff } from '@tabler/icons-react';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { EmptyState } from '../ui/notice.tsx';

const RETRY_MS = 5_000;

/** The shape in index.html, which the first render takes out of the document. */
const shape = document.querySelector('.starting');

/** Shown while the first page loads: still the shape of index.html, so that nothing changes before the page is there. */
export function StartingPage(): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (shape) place.current?.append(shape);
  }, []);
  return <div ref={place} />;
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
      <EmptyState isPage icon={IconCloudOff} title={t('errors.page.offline')}>
        {t('errors.page.retrying')}
      </EmptyState>
    </main>
  );
}
