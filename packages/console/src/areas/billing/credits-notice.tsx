import { creditsWarning } from '@berth/contract/rules/billing';
import { useTexts } from '@berth/web/i18n/store.ts';
import { paths } from '@berth/web/paths/paths.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { Notice } from '../../ui/notice.tsx';
import { type BillingProps, informationQuery, knownWarning, rememberWarning, type WarnedOf } from './queries.ts';

const ASK_AGAIN_MS = 10 * 60_000;

/**
 * Warns above every page that credits run out soon or that Pro is in its grace period. A warning that arrives while a
 * page is open shows on the next one (see knownWarning).
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

/** Says when credits run out, or until when Pro continues without them. */
export function CreditsWarning({ information }: { readonly information: WarnedOf }): ReactNode {
  const { t, date } = useTexts();
  const { endsAt, arrears } = information;
  switch (creditsWarning(information, Date.now())) {
    case 'ending':
      return t('billing.warning.ending', { date: date(endsAt ?? '') });
    case 'grace':
      return t('billing.warning.grace', { date: date(arrears?.proUntil ?? ''), count: arrears?.credits ?? 0 });
    case 'over':
      return t('billing.warning.over', { count: arrears?.credits ?? 0 });
    case undefined:
      return null;
  }
}
