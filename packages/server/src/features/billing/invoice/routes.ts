import { downloadInvoice, listInvoices } from '@berth/contract/api/billing';
import { ApiError } from '../../../http/api-error.ts';
import { Download } from '../../../http/download.ts';
import { listQuery } from '../../../http/filter/list-query.ts';
import { pick } from '../../../http/filter/parse.ts';
import { route } from '../../../http/route.ts';
import { invoicePdf } from './pdf.ts';
import { invoiceListing, presentInvoice } from './present.ts';
import * as store from './store.ts';
import { findInvoice } from './store.ts';

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
