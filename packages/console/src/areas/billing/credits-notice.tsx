import { useTexts } from '@berth/web/i18n/store.ts';
import { paths } from '@berth/web/paths/paths.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { Notice } from '../../ui/notice.tsx';
import { CreditsWarning } from './credits-warning.tsx';
import { knownWarning, rememberWarning } from './known-warning.ts';
import { type BillingProps, informationQuery } from './queries.ts';

const ASK_AGAIN_MS = 10 * 60_000;

/**
 * Above every page: credits end soon, or Pro is in its days of grace. Nothing while all is well. What is learned while a
 * page is open shows with the next one, see known-warning.ts.
 */
export default function CreditsNotice({ orgId }: BillingProps): ReactNode {
  const { t } = useTexts();
  const { data } = useQuery({ ...informationQuery(orgId), staleTime: ASK_AGAIN_MS, refetchInterval: ASK_AGAIN_MS });
  const [shown] = useState(() => knownWarning(orgId));
  useEffect(() => {
    if (data) rememberWarning(orgId, data);
  }, [orgId, data]);
  if (!shown) return null;
  return (
    <Notice tone="warn" action={<Link to={paths.billing('buy')}>{t('billing.buy.open')}</Link>}>
      <CreditsWarning information={shown} />
    </Notice>
  );
}
