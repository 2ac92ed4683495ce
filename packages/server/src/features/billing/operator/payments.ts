import { bookPayment, listOpenInvoices } from '@berth/contract/api/billing';
import type { Tx } from '../../../db/connection.ts';
import { asSystem, inTenant } from '../../../db/transaction.ts';
import { ApiError } from '../../../http/api-error.ts';
import { requirePlatformAdministrator } from '../../../http/authentication.ts';
import { type Route, route } from '../../../http/route.ts';
import type { BillingDeps } from '../deps.ts';
import { presentInvoice } from '../invoice/routes.ts';
import { findInvoice, type InvoiceRow, openInvoices, organizationOfInvoice } from '../invoice/store.ts';
import { settle } from '../purchase/settle.ts';
import { findPurchase, type PurchaseRow } from '../purchase/store.ts';

export function openInvoicesRoute({ db }: BillingDeps): Route {
  return route(listOpenInvoices, async ({ caller }) => {
    requirePlatformAdministrator(caller);
    const rows = await asSystem(db, openInvoices);
    return rows.map((row) => ({
      ...presentInvoice(row),
      organizationId: row.organization_id,
      company: row.document.buyer.company,
    }));
  });
}

export function bookPaymentRoute(deps: BillingDeps): Route {
  const { db, recordWork } = deps;
  return route(bookPayment, async ({ params, body, caller }) => {
    requirePlatformAdministrator(caller);
    const { number } = params;
    const organizationId = await asSystem(db, (tx) => organizationOfInvoice(tx, number));
    if (organizationId === undefined) throw noSuchInvoice();
    return inTenant(db, { organizationId }, async (tx) => {
      const { invoice, purchase } = await requireInvoice(tx, organizationId, number);
      if (invoice.kind !== 'invoice') throw new ApiError('not-an-invoice', 'A credit note cannot be paid.');
      const { gross, currency } = invoice.document;
      if (body.amount !== gross) {
        throw new ApiError(
          'wrong-payment-amount',
          `The invoice total is ${gross / 100} ${currency}. Record exactly this amount.`,
        );
      }
      if (!(await settle(tx, deps, purchase, { author: caller.email, note: body.reference }))) {
        throw new ApiError('payment-already-booked', 'This payment is already recorded.');
      }
      await recordWork(tx, organizationId, {
        action: bookPayment.id,
        actor: { kind: 'person', id: caller.userId, name: caller.email },
        target: { kind: 'invoice', id: number },
        after: body,
      });
      return presentInvoice((await requireInvoice(tx, organizationId, number)).invoice);
    });
  });
}

/** Finds an invoice with its purchase; throws 'not-found'. */
export async function requireInvoice(
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
  return new ApiError('not-found', 'Invoice not found.');
}
