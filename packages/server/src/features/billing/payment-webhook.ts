import { OrganizationIdSchema } from '@berth/contract/ids';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import Value from 'typebox/value';
import type { Tx } from '../../db/connection.ts';
import { inTenant } from '../../db/transaction.ts';
import { ApiError } from '../../http/api-error.ts';
import { type PaymentNews, UnsignedEventError } from '../../platform/payment/payment.ts';
import { type AccountRow, lockAccount, saveCustomer, savePaymentMethod } from './account/store.ts';
import type { BillingDeps } from './deps.ts';
import { notedPurchase } from './purchase/payment-metadata.ts';
import { settle } from './purchase/settle.ts';
import { changePurchase, insertPurchase, lockPurchase, type PurchaseRow } from './purchase/store.ts';
import { bookDispute } from './reversal/dispute.ts';
import { bookRefund } from './reversal/refund.ts';

const BODY_BYTES_MAX = 512 * 1024;

/** Takes what the payment provider tells by itself. What fails answers 500, and the provider sends it again. */
export function servePaymentWebhook(http: FastifyInstance, deps: BillingDeps): void {
  const { webhook } = deps.provider;
  if (!webhook) return;
  http.post(webhook.path, { bodyLimit: BODY_BYTES_MAX }, async ({ headers, body }, reply) => {
    if (!Buffer.isBuffer(body)) throw new ApiError('invalid-input', 'This is no event of the payment provider.');
    const news = await webhook.read({ headers, body }).catch(refused);
    if (news) await applyNews(deps, news);
    return reply.code(200).send();
  });
}

function refused(error: unknown): never {
  throw error instanceof UnsignedEventError ? new ApiError('invalid-input', error.message) : error;
}

/** Who books what the provider tells. */
const AUTHOR = 'payment provider';

/**
 * Takes a piece of news from the payment provider. It may come twice, late and in any order: each counts once, a payment
 * that has come stays so whatever is told of it afterwards, and old news of a card does not undo what is newer.
 */
async function applyNews(deps: BillingDeps, news: PaymentNews): Promise<void> {
  const organizationId = news.payer;
  if (!Value.Check(OrganizationIdSchema, organizationId)) return;
  await inTenant(deps.db, { organizationId }, async (tx) => {
    const account = await lockAccount(tx, organizationId);
    if (!account || !(await takeEvent(tx, news.eventId))) return;
    const changed = await apply(tx, deps, account, news);
    if (!changed) return;
    const actor = { kind: 'system', name: AUTHOR } as const;
    const { eventId, payer: _, at: __, ...after } = news;
    await deps.recordWork(tx, organizationId, {
      action: `billing.${news.kind}`,
      actor,
      target: { kind: 'payment-event', id: eventId },
      after,
    });
  });
}

/** Whether anything came of it. */
async function apply(tx: Tx, deps: BillingDeps, account: AccountRow, news: PaymentNews): Promise<boolean> {
  const organizationId = account.organization_id;
  switch (news.kind) {
    case 'paid': {
      const noted = notedPurchase(organizationId, news.notes, deps.clock.now());
      return noted ? paid(tx, deps, noted, news) : false;
    }
    case 'refunded':
    case 'disputed':
      return reverse(tx, deps, account, news);
    case 'failed': {
      const noted = notedPurchase(organizationId, news.notes, deps.clock.now());
      const purchase = noted && (await lockPurchase(tx, organizationId, noted.purchase_id));
      if (!purchase || purchase.status === 'paid' || purchase.status === 'failed') return false;
      await changePurchase(tx, purchase, { status: 'failed', action_url: null });
      return true;
    }
    case 'method':
      if (!isNewer(account, news)) return false;
      await saveCustomer(tx, organizationId, news.customer);
      await savePaymentMethod(tx, organizationId, news.method, new Date(news.at));
      return true;
    case 'method-gone':
      if (!isNewer(account, news) || account.payment_reference !== news.reference) return false;
      await savePaymentMethod(tx, organizationId, null, new Date(news.at));
      return true;
  }
}

async function paid(
  tx: Tx,
  deps: BillingDeps,
  noted: PurchaseRow,
  { reference, amount }: { readonly reference: string; readonly amount: number },
): Promise<boolean> {
  // Where we ended between asking for the payment and writing it down.
  await insertPurchase(tx, { ...noted, payment_reference: reference });
  if (amount !== noted.net + noted.vat) throw new Error(`${reference} paid another sum than was asked for`);
  return settle(tx, deps, noted, { author: noted.requested_by, note: reference });
}

/** Money that went back, or is held by a bank. It has come before, also where we are told of that later. */
async function reverse(
  tx: Tx,
  deps: BillingDeps,
  account: AccountRow,
  news: Extract<PaymentNews, { kind: 'refunded' | 'disputed' }>,
): Promise<boolean> {
  const organizationId = account.organization_id;
  const noted = notedPurchase(organizationId, news.notes, deps.clock.now());
  if (!noted) return false;
  await paid(tx, deps, noted, { reference: news.payment, amount: news.paid });
  const purchase = await lockPurchase(tx, organizationId, noted.purchase_id);
  // As it is now: the credits that came may have ended its arrears.
  const settled = await lockAccount(tx, organizationId);
  if (!purchase || !settled) throw new Error('A payment for a purchase that is not there');
  const subject = { account: settled, purchase };
  const { reference } = news;
  if (news.kind === 'disputed') {
    const { outcome, amount } = news;
    return bookDispute(tx, deps, subject, { reference, outcome, amount, author: AUTHOR });
  }
  const { total } = news;
  return (
    (await bookRefund(tx, deps, subject, { reference: `${reference}:${total}`, total, author: AUTHOR })) !== undefined
  );
}

function isNewer({ payment_known_at }: AccountRow, { at }: PaymentNews): boolean {
  return payment_known_at === null || at > Date.parse(payment_known_at);
}

async function takeEvent(tx: Tx, eventId: string): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`select take_payment_event(${eventId}) as taken`.execute(tx);
  return rows[0]?.taken === true;
}
