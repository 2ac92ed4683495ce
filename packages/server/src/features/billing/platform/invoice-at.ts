import type { Tx } from '../../../db/connection.ts';
import { ApiError } from '../../../http/api-error.ts';
import { findInvoice, type InvoiceRow } from '../invoice/store.ts';
import { findPurchase, type PurchaseRow } from '../purchase/store.ts';

/** An invoice with its purchase, or 'not-found'. */
export async function invoiceAt(
  tx: Tx,
  organizationId: InvoiceRow['organization_id'],
  number: string,
): Promise<{ invoice: InvoiceRow; purchase: PurchaseRow }> {
  const invoice = await findInvoice(tx, organizationId, number);
  const purchase = invoice && (await findPurchase(tx, organizationId, invoice.purchase_id));
  if (!purchase) throw noSuchInvoice();
  return { invoice, purchase };
}

export function noSuchInvoice(): ApiError {
  return new ApiError('not-found', 'There is no such invoice.');
}
