import { loadTexts } from '@berth/web/i18n/store.ts';
import { paths } from '@berth/web/paths/paths.ts';
import { lazy, type ReactNode, Suspense } from 'react';
import { useLocation } from 'react-router';
import { useActiveOrganizationId } from '../../data/active-organization.ts';
import { knownWarning } from '../billing/known-warning.ts';
import { useMay } from '../organizations/queries.ts';
import styles from './offline-notice.module.css';

const CreditsNotice = lazy(async () => {
  await loadTexts(['billing']);
  return import('../billing/credits-notice.tsx');
});

/** Where the warning about credits stands; the pages of billing say it themselves. */
export function CreditsSlot(): ReactNode {
  const orgId = useActiveOrganizationId();
  const mayRead = useMay('billing.read');
  const { pathname } = useLocation();
  if (orgId === null || !mayRead || pathname === paths.billing()) return null;
  return (
    <Suspense fallback={knownWarning(orgId) && <div className={styles.expected} />}>
      <div className={styles.notice}>
        <CreditsNotice key={`${orgId} ${pathname}`} orgId={orgId} />
      </div>
    </Suspense>
  );
}
