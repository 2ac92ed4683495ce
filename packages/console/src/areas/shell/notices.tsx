import { ping } from '@berth/contract/api/service';
import { RECONNECT_WAIT_MS } from '@berth/contract/limits';
import { demoEndsAt, hasDemoRestarted } from '@berth/web/data/api-base.ts';
import { inDemo } from '@berth/web/data/auth/demo.ts';
import { signOut } from '@berth/web/data/auth/sign-in.ts';
import { call, useSilentSince } from '@berth/web/data/call.ts';
import { loadTexts, useTexts } from '@berth/web/i18n/store.ts';
import { paths } from '@berth/web/paths/paths.ts';
import { Button } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { useLocation } from 'react-router';
import { useActiveOrganizationId } from '../../data/active-organization.ts';
import { queryClient } from '../../data/query.ts';
import { Notice } from '../../ui/notice.tsx';
import { knownWarning, rememberHeight } from '../billing/queries.ts';
import { useWatchedBatches } from '../machines/list/batches.ts';
import { useActiveOrganization, useMay } from '../organizations/queries.ts';
import { startTour } from '../palette/open-help.tsx';
import styles from './sidebar.module.css';

/**
 * Shows since when the server has not responded, pings it every two seconds, and reloads the page's data once it
 * responds.
 */
export function OfflineNotice(): ReactNode {
  const { t, time } = useTexts();
  const silentSince = useSilentSince();
  const isSilent = silentSince !== null;
  useEffect(() => {
    if (!isSilent) return undefined;
    // The call itself records whether the server responds.
    const timer = setInterval(() => void call(ping).catch(() => undefined), RECONNECT_WAIT_MS);
    return () => {
      clearInterval(timer);
      // Repeats calls that failed meanwhile.
      void queryClient.invalidateQueries();
    };
  }, [isSilent]);
  if (silentSince === null) return null;
  return (
    <div className={styles.notice}>
      <Notice tone="warn">{t('console.offline', { time: time(new Date(silentSince).toISOString()) })}</Notice>
    </div>
  );
}

/** Shown above every demo page: nothing is real, with buttons for the tour and for leaving. */
export function DemoNotice(): ReactNode {
  const { t, time } = useTexts();
  if (!inDemo()) return null;
  const endsAt = demoEndsAt();
  return (
    <div className={styles.notice}>
      <Notice
        tone="info"
        action={
          <>
            <Button variant="default" size="compact-sm" onClick={startTour}>
              {t('console.account.tour')}
            </Button>
            <Button variant="default" size="compact-sm" onClick={() => void signOut()}>
              {t('console.demo.leave')}
            </Button>
          </>
        }
      >
        {hasDemoRestarted() && `${t('console.demo.restarted')} `}
        {t('console.demo')}
        {endsAt !== null && ` ${t('console.demo.again', { time: time(endsAt) })}`}
      </Notice>
    </div>
  );
}

const BatchProgress = lazy(async () => {
  await loadTexts(['machines']);
  const { BatchProgress } = await import('../machines/list/batch-progress.tsx');
  return { default: BatchProgress };
});

/** The corner where actions on many machines show how far they are, on whatever page. */
export function TraySlot(): ReactNode {
  const orgId = useActiveOrganizationId();
  const watched = useWatchedBatches(orgId);
  if (orgId === null || watched.length === 0) return null;
  return (
    <Suspense>
      <BatchProgress orgId={orgId} />
    </Suspense>
  );
}

const CreditsNotice = lazy(async () => {
  await loadTexts(['billing']);
  return import('../billing/credits-notice.tsx');
});

/** Contains the warning about credits; the billing pages show their own. */
export function CreditsSlot(): ReactNode {
  const orgId = useActiveOrganizationId();
  const mayRead = useMay('billing.read');
  const isRoleKnown = useActiveOrganization() !== undefined;
  const { pathname } = useLocation();
  if (orgId === null || pathname === paths.billing()) return null;
  // At a reload the page stays where the notice will leave it.
  const known = knownWarning(orgId);
  const expected = known && <div className={styles.expected} style={{ height: known.height }} />;
  if (!isRoleKnown) return expected;
  if (!mayRead) return null;
  return (
    <Suspense fallback={expected}>
      <div
        className={styles.notice}
        ref={(element) => {
          // Reports after the next frame's layout. Reading offsetHeight here would force another layout.
          const watch = new ResizeObserver(([entry]) => {
            const height = entry?.borderBoxSize[0]?.blockSize ?? 0;
            if (height > 0) rememberHeight(orgId, Math.round(height));
          });
          if (element) watch.observe(element);
          return () => watch.disconnect();
        }}
      >
        <CreditsNotice key={`${orgId} ${pathname}`} orgId={orgId} />
      </div>
    </Suspense>
  );
}
