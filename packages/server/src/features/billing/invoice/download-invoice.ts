import { downloadInvoice } from '@berth/contract/api/billing';
import { ApiError } from '../../../http/api-error.ts';
import { Download } from '../../../http/download.ts';
import { route } from '../../../http/route.ts';
import { invoicePdf } from './pdf.ts';
import { findInvoice } from './store.ts';

export const downloadInvoiceRoute = route(downloadInvoice, async ({ params, tx, organizationId }) => {
  const invoice = await findInvoice(tx, organizationId, params.number);
  if (!invoice) throw new ApiError('not-found', 'There is no such invoice.');
  const content = await invoicePdf(invoice.document);
  return new Download({ mediaType: 'application/pdf', filename: `${params.number}.pdf`, content }).asValue();
});
