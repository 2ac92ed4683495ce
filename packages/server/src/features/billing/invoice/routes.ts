import { downloadInvoice, InvoiceSummary, listInvoices } from '@berth/contract/api/billing';
import { sql } from 'kysely';
import { ApiError } from '../../../http/api-error.ts';
import { Download } from '../../../http/download.ts';
import { listQuery } from '../../../http/filter/list-query.ts';
import { type Listing, pick } from '../../../http/filter/parse.ts';
import { route } from '../../../http/route.ts';
import { invoicePdf } from './pdf.ts';
import * as store from './store.ts';
import { findInvoice, type InvoiceRow } from './store.ts';

export const listInvoicesRoute = route(listInvoices, async ({ query, tx, organizationId }) => {
  const list = listQuery(query.filter, invoiceListing);
  const rows = await store.listInvoices(tx, organizationId, list);
  return rows.map((row) => pick(presentInvoice(row), list.fields));
});

export const downloadInvoiceRoute = route(downloadInvoice, async ({ params, tx, organizationId }) => {
  const invoice = await findInvoice(tx, organizationId, params.number);
  if (!invoice) throw new ApiError('not-found', 'Invoice not found.');
  const content = await invoicePdf(invoice.document);
  return new Download({ mediaType: 'application/pdf', filename: `${params.number}.pdf`, content }).asValue();
});

export function presentInvoice({ number, kind, issued_at, due_at, paid_at, document }: InvoiceRow): InvoiceSummary {
  const { net, vat, gross, currency, corrects } = document;
  const times = { issuedAt: issued_at, dueAt: due_at, paidAt: paid_at };
  return { number, kind, corrects: corrects?.number ?? null, ...times, net, vat, gross, currency };
}

/** The filters and fields of the invoice list. */
const invoiceListing: Listing = {
  fields: {
    number: { kind: 'text', expression: () => sql`i.number` },
    kind: { kind: 'text', expression: () => sql`i.kind` },
    issuedAt: { kind: 'instant', expression: () => sql`i.issued_at` },
    dueAt: { kind: 'instant', expression: () => sql`i.due_at` },
    paidAt: { kind: 'instant', expression: () => sql`i.paid_at` },
  },
  replyFields: Object.keys(InvoiceSummary.properties),
  defaultOrder: [{ field: 'number', descending: true }],
};
