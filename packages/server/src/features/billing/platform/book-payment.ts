import { bookPayment } from '@berth/contract/api/billing';
import { asSystem, inTenant } from '../../../db/transaction.ts';
import { ApiError } from '../../../http/api-error.ts';
import { requirePlatformAdministrator } from '../../../http/authentication.ts';
import { type Route, route } from '../../../http/route.ts';
import type { BillingDeps } from '../deps.ts';
import { presentInvoice } from '../invoice/present.ts';
import { placeOfInvoice } from '../invoice/store.ts';
import { settle } from '../purchase/settle.ts';
import { invoiceAt, noSuchInvoice } from './invoice-at.ts';

export function bookPaymentRoute(deps: BillingDeps): Route {
  const { db, recordWork } = deps;
  return route(bookPayment, async ({ params, body, caller }) => {
    requirePlatformAdministrator(caller);
    const { number } = params;
    const organizationId = await asSystem(db, (tx) => placeOfInvoice(tx, number));
    if (organizationId === undefined) throw noSuchInvoice();
    return inTenant(db, { organizationId }, async (tx) => {
      const { invoice, purchase } = await invoiceAt(tx, organizationId, number);
      if (invoice.kind !== 'invoice') throw new ApiError('not-an-invoice', 'This is a credit note: nobody pays it.');
      const { gross, currency } = invoice.document;
      if (body.amount !== gross) {
        throw new ApiError(
          'wrong-payment-amount',
          `The invoice is over ${gross / 100} ${currency}: book what was received for it.`,
        );
      }
      if (!(await settle(tx, deps, purchase, { author: caller.email, note: body.reference }))) {
        throw new ApiError('payment-already-booked', 'This payment is booked already.');
      }
      await recordWork(tx, organizationId, {
        action: bookPayment.id,
        actor: { kind: 'person', id: caller.userId, name: caller.email },
        target: { kind: 'invoice', id: number },
        after: body,
      });
      return presentInvoice((await invoiceAt(tx, organizationId, number)).invoice);
    });
  });
}
