import { randomUUID } from 'node:crypto';
import type { Tx } from '../../../db/connection.ts';
import type { AccountRow } from '../account/store.ts';
import { chargeWhatWaits } from '../charging/charge.ts';
import type { BillingDeps } from '../deps.ts';
import { issueCreditNote } from '../invoice/issue.ts';
import { takeBack } from '../ledger/balance.ts';
import { post, transfer } from '../ledger/post.ts';
import type { PurchaseRow } from '../purchase/store.ts';
import { shareOf } from './share.ts';
import { insertReversal, reversedOf } from './store.ts';

export interface Refund {
  /** Names it where the money is: it is booked once. */
  readonly reference: string;
  /** What is refunded of the purchase, in all. */
  readonly total: number;
  readonly author: string;
}

/**
 * Books what was refunded of a paid purchase, for an account that the transaction has locked: its credits go, those
 * used already are owed, and a credit note is issued. `total` counts all refunds, so that news of them may come twice
 * and in any order. Returns the credit note's number; undefined where nothing more was refunded than is booked.
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
        ...(await takeBack(tx, organizationId, 'credits-sold', share.credits)),
      ],
    },
  ]);
  await chargeWhatWaits(tx, deps, account);
  return number;
}
