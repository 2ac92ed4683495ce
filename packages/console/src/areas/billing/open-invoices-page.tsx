import { bookPayment, listOpenInvoices } from '@berth/contract/api/billing';
import { call } from '@berth/web/data/call.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { Button } from '@mantine/core';
import { IconFileInvoice } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryClient, read } from '../../data/query.ts';
import { money } from '../../lib/money.ts';
import { prompt } from '../dialogs/prompt.tsx';
import { ListPage } from '../parts/list-page.tsx';
import { SimpleTable } from '../parts/simple-table.tsx';
import { toast } from '../parts/toast.ts';
import { InvoiceStatus } from './invoices-tab.tsx';

const openInvoices = read(listOpenInvoices);
type OpenInvoice = Awaited<ReturnType<typeof call<typeof listOpenInvoices>>>[number];

/** For platform administrators: invoices awaiting a bank transfer, and recording its payment. */
export function Component(): ReactNode {
  const { t, date, language } = useTexts();
  const list = useQuery(openInvoices);
  return (
    <ListPage
      title={t('console.nav.openInvoices')}
      subtitle={t('billing.open.subtitle')}
      list={list}
      empty={{ icon: IconFileInvoice, title: t('billing.open.empty'), text: t('billing.open.empty.text') }}
    >
      {(invoices) => (
        <SimpleTable
          label={t('console.nav.openInvoices')}
          head={[
            t('billing.invoice.number'),
            t('billing.company'),
            t('billing.invoice.issued'),
            t('billing.invoice.sum'),
            t('billing.invoice.state'),
            '',
          ]}
          numbers={[t('billing.invoice.sum')]}
          rows={invoices.map((invoice) => ({
            id: invoice.number,
            cells: [
              invoice.number,
              invoice.company,
              date(invoice.issuedAt),
              money(language, invoice.gross, invoice.currency),
              <InvoiceStatus key="state" invoice={invoice} />,
              <Button
                key="book"
                variant="default"
                aria-label={t('billing.open.bookOf', { number: invoice.number })}
                onClick={() => void book(invoice)}
              >
                {t('billing.open.book')}
              </Button>,
            ],
          }))}
        />
      )}
    </ListPage>
  );
}

async function book({ number, gross, currency }: OpenInvoice): Promise<void> {
  const reference = await prompt(({ t, language }) => ({
    title: t('billing.open.title', { number }),
    label: t('billing.open.reference'),
    description: t('billing.open.sum', { sum: money(language, gross, currency) }),
    submit: t('billing.open.book'),
    maxLength: 128,
    run: (text) => call(bookPayment, { params: { number }, body: { amount: gross, reference: text } }),
  }));
  if (reference !== undefined) toast(({ t }) => t('billing.open.done', { number }));
  await queryClient.invalidateQueries(openInvoices);
}
