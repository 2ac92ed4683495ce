import { randomUUID } from 'node:crypto';
import type { Tx } from '../../../db/connection.ts';
import type { AccountRow } from '../account/store.ts';
import { chargeAllDue } from '../charging/charge.ts';
import type { BillingDeps } from '../deps.ts';
import { issueCreditNote } from '../invoice/issue.ts';
import { debitPostings } from '../ledger/balance.ts';
import { post, transfer } from '../ledger/post.ts';
import type { PurchaseRow } from '../purchase/store.ts';
import { insertReversal, reversedOf, shareOf } from './store.ts';

export interface Refund {
  /** The provider's reference; each refund is booked once. */
  readonly reference: string;
  /** The sum of all refunds of the purchase. */
  readonly total: number;
  readonly author: string;
}

/**
 * Books a refund of a paid purchase, for an account locked by the transaction: its credits are removed, used ones
 * become a debt, and a credit note is issued. `total` counts all refunds, so that events can arrive twice and in any
 * order. Returns the credit note's number; undefined if the refund is already booked.
 */
export async function bookRefund(
  tx: Tx,
  deps: BillingDeps,
  { account, purchase }: { readonly account: AccountRow; readonly purchase: PurchaseRow },
  { reference, total, author }: Refund,
): Promise<string | undefined> {
  const organizationId = purchase.organization_id;
  const { all, refunded } = await reversedOf(tx, purchase);
  if (total <= refunded) return undefined;
  const share = shareOf(purchase, all, total - refunded);
  if (share.net + share.vat === 0) return undefined;

  const id = randomUUID();
  const number = await issueCreditNote(tx, deps, { purchase, share });
  await insertReversal(tx, {
    organization_id: organizationId,
    reversal_id: id,
    purchase_id: purchase.purchase_id,
    kind: 'refund',
    reference,
    state: 'final',
    ...share,
    credit_note: number,
    created_at: new Date(deps.clock.now()).toISOString(),
  });
  const { currency } = purchase;
  await post(tx, organizationId, [
    {
      id: randomUUID(),
      key: `reversal:${id}`,
      kind: 'reversal',
      description: `${number} · ${reference}`,
      author,
      at: deps.clock.now(),
      postings: [
        ...transfer(currency, 'bank', 'sales', share.net),
        ...transfer(currency, 'bank', 'vat', share.vat),
        ...(await debitPostings(tx, organizationId, 'credits-sold', share.credits)),
      ],
    },
  ]);
  await chargeAllDue(tx, deps, account);
  return number;
}
