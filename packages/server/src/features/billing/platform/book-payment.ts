import { bookPayment } from '@berth/contract/api/billing';
import type { Tx } from '../../../db/connection.ts';
import { asSystem, inTenant } from '../../../db/transaction.ts';
import { Problem } from '../../../http/problem.ts';
import { type Route, route } from '../../../http/route.ts';
import type { BillingDeps } from '../deps.ts';
import { presentInvoice } from '../invoice/present.ts';
import { findInvoice, type InvoiceRow, placeOfInvoice } from '../invoice/store.ts';
import { settle } from '../purchase/settle.ts';
import { findPurchase, type PurchaseRow } from '../purchase/store.ts';
import { requirePlatformAdministrator } from './policy.ts';

export function bookPaymentRoute(deps: BillingDeps): Route {
  const { db, recordWork } = deps;
  return route(bookPayment, async ({ params, body, caller }) => {
    requirePlatformAdministrator(caller);
    const { number } = params;
    const organizationId = await asSystem(db, (tx) => placeOfInvoice(tx, number));
    if (organizationId === undefined) throw noSuchInvoice();
    return inTenant(db, { organizationId }, async (tx) => {
      const { invoice, purchase } = await load(tx, organizationId, number);
      const { gross, currency } = invoice.document;
      if (body.amount !== gross) {
        throw new Problem('conflict', `The invoice is over ${gross / 100} ${currency}: book what was received for it.`);
      }
      if (!(await settle(tx, deps, purchase, { author: caller.email, note: body.reference }))) {
        throw new Problem('conflict', 'This payment is booked already.');
      }
      await recordWork(tx, organizationId, {
        action: bookPayment.id,
        actor: { kind: 'person', id: caller.userId, name: caller.email },
        target: { kind: 'invoice', id: number },
        after: body,
      });
      return presentInvoice((await load(tx, organizationId, number)).invoice);
    });
  });
}

async function load(
  tx: Tx,
  organizationId: InvoiceRow['organization_id'],
  number: string,
): Promise<{ invoice: InvoiceRow; purchase: PurchaseRow }> {
  const invoice = await findInvoice(tx, organizationId, number);
  const purchase = invoice && (await findPurchase(tx, organizationId, invoice.purchase_id));
  if (!purchase) throw noSuchInvoice();
  return { invoice, purchase };
}

function noSuchInvoice(): Problem {
  return new Problem('not-found', 'There is no such invoice.');
}
