import type { BillingInformation } from '@berth/contract/api/billing-information';
import { useTexts } from '@berth/web/i18n/store.ts';
import type { ReactNode } from 'react';
import { Notice } from '../../ui/notice.tsx';
import { Facts } from '../parts/facts.tsx';
import styles from './credits-panel.module.css';
import { CreditsWarning } from './credits-warning.tsx';
import { ForecastChart } from './forecast-chart.tsx';
import { warningOf } from './warning.ts';

/** How many credits there are, what 30 days cost, and until when they last. */
export function CreditsPanel({ information }: { readonly information: BillingInformation }): ReactNode {
  const { t, date, number, money } = useTexts();
  const { credits, creditsPerPeriod, periodDays, endsAt, creditPrice, currency } = information;
  return (
    <div className={styles.panel}>
      <p className={styles.balance}>
        <strong>{number(Math.abs(credits))}</strong>{' '}
        {t(credits < 0 ? 'billing.owed' : 'billing.balance', { count: Math.abs(credits) })}
      </p>
      {warningOf(information, Date.now()) && (
        <Notice tone="warn">
          <CreditsWarning information={information} />
        </Notice>
      )}
      <Facts
        facts={[
          [t('billing.perPeriod', { days: periodDays }), t('billing.amount', { count: creditsPerPeriod })],
          [t('billing.lasts'), endsAt === null ? t('billing.lasts.always') : date(endsAt)],
          [t('billing.price'), money(creditPrice, currency)],
        ]}
      />
      <ForecastChart information={information} />
    </div>
  );
}
