import { type Purchase, purchaseCredits, type Quote, quoteCredits } from '@berth/contract/api/billing';
import { CREDITED_WITHIN_MINUTES } from '@berth/contract/limits';
import { PURCHASE_CREDITS_MAX, purchaseCreditsMax } from '@berth/contract/rules/billing';
import { ApiError } from '@berth/web/data/api-error.ts';
import { call } from '@berth/web/data/call.ts';
import { useBusy } from '@berth/web/data/use-submit.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { goTo, paths } from '@berth/web/paths/paths.ts';
import { Button, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { read } from '../../data/query.ts';
import { money } from '../../lib/money.ts';
import { Notice } from '../../ui/notice.tsx';
import { Panel } from '../../ui/page.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { confirm } from '../dialogs/confirm.tsx';
import { inform } from '../dialogs/inform.tsx';
import { showError } from '../dialogs/show-error.tsx';
import { billingNotSetUp } from '../dialogs/upgrade-required.tsx';
import { LoadError } from '../parts/loading.tsx';
import styles from './billing.module.css';
import { accountQuery, type BillingProps, informationQuery, refreshBilling } from './queries.ts';

const PACKS = [50, 100, 500, 1_000];

/** Buying credits: number, price, confirmation (spec chapter 4, purchase). */
export function BuyTab({ orgId }: BillingProps): ReactNode {
  const { t, number } = useTexts();
  const [text, setText] = useState('100');
  const [busy, during] = useBusy();
  const account = useQuery(accountQuery(orgId));
  const { data: information } = useQuery(informationQuery(orgId));
  const order = useOrder(orgId);
  const max = information ? purchaseCreditsMax(information.creditPrice) : PURCHASE_CREDITS_MAX;
  const credits = creditsOf(text, max);
  const quote = useQuery({
    ...read(quoteCredits, { params: { id: orgId }, query: { credits: credits ?? 1 } }),
    enabled: credits !== undefined && account.data !== undefined && account.data.state !== 'none',
    placeholderData: keepPreviousData,
  });
  if (account.error && !account.data) {
    return <LoadError error={account.error} retry={() => void account.refetch()} />;
  }
  if (!account.data) return <SkeletonLines count={4} />;
  const { state, manageable, administrator } = account.data;
  // The price of another number is no offer: while the new one loads, the old sums stay only to keep the layout.
  const offer = credits === undefined || quote.isPlaceholderData ? undefined : quote.data;
  const buy = async () => {
    if (credits === undefined) return;
    if (state !== 'set-up') return billingNotSetUp();
    if (!offer || !(await confirmPurchase(offer))) return;
    await during(async () => {
      const purchase = await order(credits);
      await refreshBilling();
      await tellSuccess(purchase);
    }).catch(showError);
  };
  return (
    <Panel title={t('billing.buy.title')}>
      <div className={styles.buy}>
        {state !== 'none' && !manageable && (
          <Notice tone="info">{t('billing.administrator.other', { email: administrator?.email ?? '' })}</Notice>
        )}
        <TextInput
          className={styles.field}
          label={t('billing.buy.credits')}
          inputMode="numeric"
          maxLength={7}
          value={text}
          error={credits === undefined ? t('billing.buy.range', { max }) : undefined}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <div className={styles.packs}>
          {PACKS.filter((pack) => pack <= max).map((pack) => (
            <Button
              key={pack}
              variant="default"
              size="compact-sm"
              aria-pressed={credits === pack}
              onClick={() => setText(String(pack))}
            >
              {number(pack)}
            </Button>
          ))}
        </div>
        {quote.error && !quote.data && <LoadError error={quote.error} retry={() => void quote.refetch()} />}
        {quote.data && <QuoteTable quote={quote.data} stale={!offer} />}
        <Button
          className={styles.submit}
          loading={busy}
          disabled={credits === undefined || (state !== 'none' && !manageable) || (state === 'set-up' && !offer)}
          onClick={() => void buy()}
        >
          {t('billing.buy.submit')}
        </Button>
      </div>
    </Panel>
  );
}

/** Places an order. One without a known outcome is repeated under its key: credits are not bought twice. */
function useOrder(orgId: BillingProps['orgId']): (credits: number) => Promise<Purchase> {
  const open = useRef<{ readonly credits: number; readonly key: string }>(undefined);
  return async (credits) => {
    const body = open.current?.credits === credits ? open.current : { credits, key: crypto.randomUUID() };
    open.current = body;
    try {
      const purchase = await call(purchaseCredits, { params: { id: orgId }, body });
      open.current = undefined;
      return purchase;
    } catch (error) {
      const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500;
      if (isRefused) open.current = undefined;
      throw error;
    }
  };
}

function creditsOf(text: string, max: number): number | undefined {
  const value = /^[0-9]{1,7}$/.test(text.trim()) ? Number(text) : 0;
  return value >= 1 && value <= max ? value : undefined;
}

function confirmPurchase({ credits, gross, currency }: Quote): Promise<boolean> {
  return confirm(({ t, language }) => ({
    title: t('billing.buy.confirm.title', { count: credits }),
    message: t('billing.buy.confirm.message', { sum: money(language, gross, currency) }),
    yes: t('billing.buy.confirm.yes', { sum: money(language, gross, currency) }),
  }));
}

/**
 * Credits arrive within 15 minutes of the payment (spec chapter 4): by card right away, by bank transfer once recorded.
 */
async function tellSuccess({ status, actionUrl, invoiceNumber }: Purchase): Promise<void> {
  // The payer's bank requires a confirmation on its own page.
  if (actionUrl !== null) return location.assign(actionUrl);
  const minutes = CREDITED_WITHIN_MINUTES;
  await inform(({ t }) => ({
    title: t('billing.buy.done'),
    message:
      status === 'awaiting-payment'
        ? t('billing.buy.done.transfer', { number: invoiceNumber ?? '', minutes })
        : t('billing.buy.done.card', { minutes }),
  }));
  goTo(paths.billing('invoices'));
}

interface QuoteTableProps {
  readonly quote: Quote;
  /** Whether it is for another number than requested: sums are hidden. */
  readonly stale: boolean;
}

/** The price of a number of credits: net, VAT with its reason, and the total. */
function QuoteTable({ quote, stale }: QuoteTableProps): ReactNode {
  const { t, language } = useTexts();
  const { net, vat, vatRate, vatTreatment, gross, currency } = quote;
  const rows = [
    ['net', t('billing.quote.net'), net],
    ['vat', t(`billing.quote.vat.${vatTreatment}`, { rate: vatRate }), vat],
    ['gross', t('billing.quote.gross'), gross],
  ] as const;
  return (
    <table className={styles.quote}>
      <tbody>
        {rows.map(([id, name, amount]) => (
          <tr key={id} data-sum={id === 'gross' || undefined}>
            <th scope="row">{name}</th>
            <td>{stale ? '…' : money(language, amount, currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
