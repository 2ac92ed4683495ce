import { downloadInvoice, type InvoiceSummary, listInvoices } from '@berth/contract/api/billing';
import { allPages } from '@berth/contract/api/pages';
import type { OrganizationId } from '@berth/contract/ids';
import { call, send } from '@berth/web/data/call.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import type { Texts } from '@berth/web/i18n/texts.ts';
import { Button } from '@mantine/core';
import { IconDownload, IconFileInvoice } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryKey } from '../../data/query.ts';
import { saveFile } from '../../data/save-file.ts';
import { money } from '../../lib/money.ts';
import { EmptyState } from '../../ui/notice.tsx';
import { Panel } from '../../ui/page.tsx';
import { Status } from '../../ui/status.tsx';
import { showError } from '../dialogs/show-error.tsx';
import { LoadError, TableSkeleton } from '../parts/loading.tsx';
import { SimpleTable } from '../parts/simple-table.tsx';
import type { BillingProps } from './queries.ts';

/** The invoices of an organization, each as PDF. */
export function InvoicesTab({ orgId }: BillingProps): ReactNode {
  const { t, date, language } = useTexts();
  const { data, error, refetch } = useQuery({
    queryKey: queryKey(listInvoices, { params: { id: orgId } }),
    // Laws ask for invoices of many years.
    queryFn: ({ signal }) =>
      allPages((filter) => call(listInvoices, { params: { id: orgId }, query: { filter }, signal }), {}),
  });
  if (error && !data) return <LoadError error={error} retry={() => void refetch()} />;
  if (!data) return <TableSkeleton rows={4} />;
  if (data.length === 0) {
    return (
      <Panel flush>
        <EmptyState icon={IconFileInvoice} title={t('billing.invoices.empty')}>
          {t('billing.invoices.empty.text')}
        </EmptyState>
      </Panel>
    );
  }
  return (
    <Panel flush>
      <SimpleTable
        label={t('billing.tab.invoices')}
        head={[
          t('billing.invoice.number'),
          t('billing.invoice.issued'),
          t('billing.invoice.sum'),
          t('billing.invoice.state'),
          '',
        ]}
        numbers={[t('billing.invoice.sum')]}
        rows={data.map((invoice) => ({
          id: invoice.number,
          cells: [
            numberText(invoice, t),
            date(invoice.issuedAt),
            money(language, invoice.kind === 'credit-note' ? -invoice.gross : invoice.gross, invoice.currency),
            <InvoiceStatus key="state" invoice={invoice} />,
            <Button
              key="pdf"
              variant="subtle"
              leftSection={<IconDownload size={16} stroke={1.5} aria-hidden />}
              aria-label={t('billing.invoice.pdfOf', { number: invoice.number })}
              onClick={() => void download(orgId, invoice.number).catch(showError)}
            >
              {t('billing.invoice.pdf')}
            </Button>,
          ],
        }))}
      />
    </Panel>
  );
}

/** Invoice number; a credit note names the invoice it corrects. */
function numberText({ number, corrects }: InvoiceSummary, t: Texts['t']): string {
  return corrects === null ? number : t('billing.invoice.corrects', { number, corrects });
}

/** Paid, due, overdue; or refunded, by a credit note. */
export function InvoiceStatus({ invoice }: { readonly invoice: InvoiceSummary }): ReactNode {
  const { t, date } = useTexts();
  if (invoice.kind === 'credit-note') return <Status tone="neutral">{t('billing.invoice.returned')}</Status>;
  if (invoice.paidAt !== null) return <Status tone="good">{t('billing.invoice.paid')}</Status>;
  const isLate = Date.parse(invoice.dueAt) < Date.now();
  return (
    <Status tone={isLate ? 'bad' : 'warn'}>
      {t(isLate ? 'billing.invoice.overdue' : 'billing.invoice.due', { date: date(invoice.dueAt) })}
    </Status>
  );
}

async function download(id: OrganizationId, number: string): Promise<void> {
  const response = await send(downloadInvoice, { params: { id, number } });
  saveFile(`${number}.pdf`, await response.blob());
}
