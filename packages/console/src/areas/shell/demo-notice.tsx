import { hasDemoRestarted } from '@berth/web/data/api-base.ts';
import { inDemo } from '@berth/web/data/auth/demo.ts';
import { signOut } from '@berth/web/data/auth/sign-in.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Notice } from '../../ui/notice.tsx';
import { startTour } from '../tour/open.tsx';
import styles from './offline-notice.module.css';

/** Above every page of the demo: that nothing of it is real, the tour, and the way out. */
export function DemoNotice(): ReactNode {
  const { t } = useTexts();
  if (!inDemo()) return null;
  return (
    <div className={styles.notice}>
      <Notice
        tone="info"
        action={
          <>
            <Button variant="default" size="compact-md" onClick={startTour}>
              {t('console.account.tour')}
            </Button>
            <Button variant="default" size="compact-md" onClick={() => void signOut()}>
              {t('console.demo.leave')}
            </Button>
          </>
        }
      >
        {hasDemoRestarted() && `${t('console.demo.restarted')} `}
        {t('console.demo')}
      </Notice>
    </div>
  );
}
