import type { BillingInformation } from '@berth/contract/api/billing-information';
import { CREDIT_FORECAST_DAYS, creditsWarning } from '@berth/contract/rules/billing';
import { useTexts } from '@berth/web/i18n/store.ts';
import type { ReactNode } from 'react';
import { topOf } from '../../lib/chart-lines.ts';
import { money } from '../../lib/money.ts';
import { CHART_WIDTH, ChartFrame } from '../../ui/chart-frame.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Facts } from '../parts/facts.tsx';
import styles from './billing.module.css';
import { CreditsWarning } from './credits-notice.tsx';

const HEIGHT = 140;
const SPAN_MS = CREDIT_FORECAST_DAYS * 86_400_000;

/** The number of credits, the cost of 30 days, and how long they last. */
export function CreditsPanel({ information }: { readonly information: BillingInformation }): ReactNode {
  const { t, date, number, language } = useTexts();
  const { credits, creditsPerPeriod, periodDays, endsAt, creditPrice, currency } = information;
  return (
    <div className={styles.panel}>
      <p className={styles.balance}>
        <strong>{number(Math.abs(credits))}</strong>{' '}
        {t(credits < 0 ? 'billing.owed' : 'billing.balance', { count: Math.abs(credits) })}
      </p>
      {creditsWarning(information, Date.now()) && (
        <Notice tone="warn">
          <CreditsWarning information={information} />
        </Notice>
      )}
      <Facts
        facts={[
          [t('billing.perPeriod', { days: periodDays }), t('billing.amount', { count: creditsPerPeriod })],
          [t('billing.lasts'), endsAt === null ? t('billing.lasts.always') : date(endsAt)],
          [t('billing.price'), money(language, creditPrice, currency)],
        ]}
      />
      <ForecastChart information={information} />
    </div>
  );
}

/** Forecast of the remaining credits without purchases or changes. */
function ForecastChart({ information }: { readonly information: BillingInformation }): ReactNode {
  const { t, number, date } = useTexts();
  const { forecast, endsAt } = information;
  const [first] = forecast;
  const last = forecast.at(-1);
  if (!first || !last) return null;
  const from = Date.parse(first.at);
  const top = topOf(Math.max(...forecast.map(({ credits }) => credits)));
  const ends = endsAt === null ? SPAN_MS : Math.min(SPAN_MS, Date.parse(endsAt) - from);
  const x = (ms: number) => ((ms / SPAN_MS) * CHART_WIDTH).toFixed(1);
  const y = (credits: number) => (HEIGHT - (Math.max(0, credits) / top) * HEIGHT).toFixed(1);
  const steps = forecast.map(({ at, credits }) => `H${x(Date.parse(at) - from)}V${y(credits)}`).join('');
  const line = `M0 ${y(first.credits)}${steps}H${x(ends)}`;
  const isOver = endsAt !== null && ends < SPAN_MS;
  return (
    <ChartFrame
      height={HEIGHT}
      title={t('billing.forecast', { days: CREDIT_FORECAST_DAYS })}
      label={t('billing.forecast.label', { now: first.credits, left: last.credits, when: date(last.at) })}
      scale={[number(top), number(top / 2), number(0)]}
      from={date(first.at)}
      to={date(new Date(from + SPAN_MS).toISOString())}
      note={isOver ? t('billing.forecast.end', { when: date(endsAt) }) : undefined}
    >
      <path className={styles.area} d={`${line}V${HEIGHT}H0Z`} />
      <path className={styles.line} d={line} />
      {isOver && <line className={styles.end} x1={x(ends)} x2={x(ends)} y1="0" y2={HEIGHT} />}
    </ChartFrame>
  );
}
