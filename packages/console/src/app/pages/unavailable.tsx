import { useTexts } from '@berth/web/i18n/store.ts';
import { paths } from '@berth/web/paths/paths.ts';
import { IconDeviceDesktop } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { EmptyState } from '../../ui/notice.tsx';

/** A path whose screen is not part of the console: one of the machine's, or one that does not exist yet. */
export function Component(): ReactNode {
  const { t } = useTexts();
  return (
    <main>
      <EmptyState
        isPage
        icon={IconDeviceDesktop}
        title={t('console.machineOnly.title')}
        action={<Link to={paths.manage()}>{t('console.machineOnly.manage')}</Link>}
      >
        {t('console.machineOnly.text')}
      </EmptyState>
    </main>
  );
}
