import { bookRefund as declaration } from '@berth/contract/api/billing';
import type { Tx } from '../../../db/connection.ts';
import { asSystem, inTenant } from '../../../db/transaction.ts';
import { ApiError } from '../../../http/api-error.ts';
import { requirePlatformAdministrator } from '../../../http/authentication.ts';
import { type Route, route } from '../../../http/route.ts';
import { lockAccount } from '../account/store.ts';
import type { BillingDeps } from '../deps.ts';
import { presentInvoice } from '../invoice/routes.ts';
import { type InvoiceRow, organizationOfInvoice } from '../invoice/store.ts';
import type { PurchaseRow } from '../purchase/store.ts';
import { bookRefund } from '../reversal/refund.ts';
import { findReversal, type ReversalRow, reversedOf } from '../reversal/store.ts';
import { noSuchInvoice, requireInvoice } from './payments.ts';

export function bookRefundRoute(deps: BillingDeps): Route {
  const { db, recordWork } = deps;
  return route(declaration, async ({ params, body, caller }) => {
    requirePlatformAdministrator(caller);
    const { number } = params;
    const { amount, reference } = body;
    const organizationId = await asSystem(db, (tx) => organizationOfInvoice(tx, number));
    if (organizationId === undefined) throw noSuchInvoice();
    return inTenant(db, { organizationId }, async (tx) => {
      const account = await lockAccount(tx, organizationId);
      const { invoice, purchase } = await requireInvoice(tx, organizationId, number);
      if (!account) throw noSuchInvoice();
      const known = await findReversal(tx, organizationId, 'refund', reference);
      if (known?.credit_note != null) {
        requireSame(known, purchase, amount);
        return presentCreditNote(tx, organizationId, known.credit_note);
      }
      requireTransfer(invoice, purchase);
      const { all, refunded } = await reversedOf(tx, purchase);
      if (amount > purchase.net + purchase.vat - all.net - all.vat) {
        throw new ApiError('refund-too-large', 'The refund exceeds the remaining amount of this invoice.');
      }
      const refund = { reference, total: refunded + amount, author: caller.email };
      const issued = await bookRefund(tx, deps, { account, purchase }, refund);
      if (issued === undefined) throw new Error('A refund reversed nothing');
      await recordWork(tx, organizationId, {
        action: declaration.id,
        actor: { kind: 'person', id: caller.userId, name: caller.email },
        target: { kind: 'invoice', id: number },
        after: { ...body, creditNote: issued },
      });
      return presentCreditNote(tx, organizationId, issued);
    });
  });
}

async function presentCreditNote(tx: Tx, organizationId: InvoiceRow['organization_id'], number: string) {
  return presentInvoice((await requireInvoice(tx, organizationId, number)).invoice);
}

/** A bank statement may list refunds of several invoices: its number alone must not pass for a repeated call. */
function requireSame({ purchase_id, net, vat }: ReversalRow, purchase: PurchaseRow, amount: number): void {
  if (purchase_id === purchase.purchase_id && net + vat === amount) return;
  throw new ApiError('refund-reference-reused', 'This reference was already used for another refund.');
}

function requireTransfer({ kind }: InvoiceRow, { status, payment_reference }: PurchaseRow): void {
  if (kind !== 'invoice') throw new ApiError('not-an-invoice', 'This is a credit note.');
  if (status !== 'paid') throw new ApiError('invoice-not-paid', 'This invoice was not paid.');
  if (payment_reference !== null) {
    throw new ApiError(
      'paid-by-card',
      'This invoice was paid by card. Refund it at the payment provider; it is then recorded automatically.',
    );
  }
}
