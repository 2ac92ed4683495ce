import { randomUUID } from 'node:crypto';
import type { Tx } from '../../../db/connection.ts';
import { lockAccount } from '../account/store.ts';
import { chargeAllDue } from '../charging/charge.ts';
import type { BillingDeps } from '../deps.ts';
import { issueInvoice } from '../invoice/issue.ts';
import { markInvoicePaid } from '../invoice/store.ts';
import { creditPostings } from '../ledger/balance.ts';
import { post, transfer } from '../ledger/post.ts';
import { changePurchase, lockPurchase, type PurchaseRow } from './store.ts';

export interface Receipt {
  readonly author: string;
  /** The provider's reference of the payment. */
  readonly note: string;
}

/** Settles a paid purchase: adds its credits and charges due items. False if it is already settled. */
export async function settle(
  tx: Tx,
  deps: BillingDeps,
  { organization_id: organizationId, purchase_id }: PurchaseRow,
  { author, note }: Receipt,
): Promise<boolean> {
  const now = deps.clock.now();
  const account = await lockAccount(tx, organizationId);
  const purchase = await lockPurchase(tx, organizationId, purchase_id);
  if (!account || !purchase) throw new Error('A payment for a missing purchase');
  if (purchase.status === 'paid') return false;

  const number = purchase.invoice_number ?? (await issueInvoice(tx, deps, account, purchase));
  const paidAt = new Date(now).toISOString();
  await markInvoicePaid(tx, organizationId, number, paidAt);
  await changePurchase(tx, purchase, { status: 'paid', paid_at: paidAt, action_url: null });
  await post(tx, organizationId, [
    {
      id: randomUUID(),
      key: `payment:${purchase_id}`,
      kind: 'payment',
      description: `${number} · ${note}`,
      author,
      at: now,
      postings: [
        ...transfer(purchase.currency, 'receivable', 'bank', purchase.net + purchase.vat),
        ...(await creditPostings(tx, organizationId, 'credits-sold', purchase.credits)),
      ],
    },
  ]);
  await chargeAllDue(tx, deps, account);
  return true;
}
