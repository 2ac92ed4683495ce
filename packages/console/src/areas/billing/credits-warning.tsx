import { useTexts } from '@berth/web/i18n/store.ts';
import type { ReactNode } from 'react';
import type { WarnedOf } from './known-warning.ts';
import { warningOf } from './warning.ts';

/** That credits end, or ended: since when, and until when Pro goes on. */
export function CreditsWarning({ information }: { readonly information: WarnedOf }): ReactNode {
  const { t, date } = useTexts();
  const { endsAt, arrears } = information;
  switch (warningOf(information, Date.now())) {
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
