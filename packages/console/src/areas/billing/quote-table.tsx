import type { Quote } from '@berth/contract/api/billing';
import { useTexts } from '@berth/web/i18n/store.ts';
import type { ReactNode } from 'react';
import styles from './billing.module.css';

interface QuoteTableProps {
  readonly quote: Quote;
  /** Whether it is for another number than requested: sums are hidden. */
  readonly stale: boolean;
}

/** The price of a number of credits: net, VAT with its reason, and the total. */
export function QuoteTable({ quote, stale }: QuoteTableProps): ReactNode {
  const { t, money } = useTexts();
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
            <td>{stale ? '…' : money(amount, currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
