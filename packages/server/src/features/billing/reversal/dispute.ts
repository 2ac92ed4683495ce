import { randomUUID } from 'node:crypto';
import type { Tx } from '../../../db/connection.ts';
import type { AccountRow } from '../account/store.ts';
import { chargeAllDue } from '../charging/charge.ts';
import type { BillingDeps } from '../deps.ts';
import { issueCreditNote } from '../invoice/issue.ts';
import { creditPostings, debitPostings } from '../ledger/balance.ts';
import { type Posting, post, transfer } from '../ledger/post.ts';
import type { PurchaseRow } from '../purchase/store.ts';
import {
  changeReversal,
  findReversal,
  insertReversal,
  type NewReversal,
  type ReversalRow,
  reversedOf,
  shareOf,
} from './store.ts';

export interface Dispute {
  /** The provider's reference of the dispute. */
  readonly reference: string;
  /** open: the bank holds the money until it decides; won: it returned the money; lost: it kept the money. */
  readonly outcome: 'open' | 'won' | 'lost';
  readonly amount: number;
  readonly author: string;
}

interface Disputed {
  readonly account: AccountRow;
  readonly purchase: PurchaseRow;
}

/**
 * Books the state of a dispute, for an account locked by the transaction. Money and credits are held while it is open,
 * returned when it is won, and removed, with a credit note, when it is lost. A decision is final, since events arrive
 * twice and in any order. False if nothing changed.
 */
export async function bookDispute(
  tx: Tx,
  deps: BillingDeps,
  disputed: Disputed,
  { reference, outcome, amount, author }: Dispute,
): Promise<boolean> {
  const { organization_id: organizationId } = disputed.purchase;
  const known = await findReversal(tx, organizationId, 'dispute', reference);
  if (known && (known.state !== 'open' || outcome === 'open')) return false;
  const held = known ?? (await hold(tx, deps, disputed, { reference, amount, author }));
  if (held && outcome === 'won') await release(tx, deps, disputed, { held, author });
  if (held && outcome === 'lost') await finalize(tx, deps, disputed, { held, author });
  if (held) await chargeAllDue(tx, deps, disputed.account);
  return held !== undefined;
}

async function hold(
  tx: Tx,
  deps: BillingDeps,
  { purchase }: Disputed,
  { reference, amount, author }: Omit<Dispute, 'outcome'>,
): Promise<ReversalRow | undefined> {
  const { all } = await reversedOf(tx, purchase);
  const share = shareOf(purchase, all, amount);
  if (share.net + share.vat === 0) return undefined;
  const held = {
    organization_id: purchase.organization_id,
    reversal_id: randomUUID(),
    purchase_id: purchase.purchase_id,
    kind: 'dispute',
    reference,
    state: 'open',
    ...share,
    credit_note: null,
    created_at: new Date(deps.clock.now()).toISOString(),
  } as const satisfies NewReversal;
  await insertReversal(tx, held);
  await book(tx, deps, held, {
    step: 'reversal',
    author,
    postings: [
      ...transfer(purchase.currency, 'bank', 'disputed', share.net + share.vat),
      ...(await debitPostings(tx, purchase.organization_id, 'credits-disputed', share.credits)),
    ],
  });
  return held;
}

async function release(
  tx: Tx,
  deps: BillingDeps,
  { purchase }: Disputed,
  { held, author }: { readonly held: ReversalRow; readonly author: string },
): Promise<void> {
  await changeReversal(tx, held, { state: 'won', credit_note: null });
  await book(tx, deps, held, {
    step: 'reversal-won',
    author,
    postings: [
      ...transfer(purchase.currency, 'disputed', 'bank', held.net + held.vat),
      ...(await creditPostings(tx, purchase.organization_id, 'credits-disputed', held.credits)),
    ],
  });
}

async function finalize(
  tx: Tx,
  deps: BillingDeps,
  { purchase }: Disputed,
  { held, author }: { readonly held: ReversalRow; readonly author: string },
): Promise<void> {
  const number = await issueCreditNote(tx, deps, { purchase, share: held });
  await changeReversal(tx, held, { state: 'final', credit_note: number });
  await book(tx, deps, held, {
    step: 'reversal-final',
    author,
    postings: [
      ...transfer(purchase.currency, 'disputed', 'sales', held.net),
      ...transfer(purchase.currency, 'disputed', 'vat', held.vat),
      ...transfer('credit', 'credits-disputed', 'credits-sold', held.credits),
    ],
  });
}

interface Step {
  readonly step: 'reversal' | 'reversal-won' | 'reversal-final';
  readonly author: string;
  readonly postings: readonly Posting[];
}

async function book(
  tx: Tx,
  { clock }: Pick<BillingDeps, 'clock'>,
  { organization_id: organizationId, reversal_id, reference }: ReversalRow,
  { step, author, postings }: Step,
): Promise<void> {
  const head = { id: randomUUID(), key: `${step}:${reversal_id}`, description: reference, author, at: clock.now() };
  await post(tx, organizationId, [{ ...head, kind: 'reversal', postings }]);
}
