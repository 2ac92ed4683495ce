import { ping } from '@berth/contract/api/service';
import { RECONNECT_WAIT_MS } from '@berth/contract/limits';
import { call } from '@berth/web/data/call.ts';
import { useSilentSince } from '@berth/web/data/connection.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { type ReactNode, useEffect } from 'react';
import { queryClient } from '../../data/query.ts';
import { Notice } from '../../ui/notice.tsx';
import styles from './offline-notice.module.css';

/** Says since when the server is silent, asks it every two seconds, and brings the page up to date when it is back. */
export function OfflineNotice(): ReactNode {
  const { t, time } = useTexts();
  const silentSince = useSilentSince();
  const isSilent = silentSince !== null;
  useEffect(() => {
    if (!isSilent) return undefined;
    // Silence and its end are noted by the call itself.
    const timer = setInterval(() => void call(ping).catch(() => undefined), RECONNECT_WAIT_MS);
    return () => {
      clearInterval(timer);
      // Whichever call was answered first: what failed meanwhile is asked for again.
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
