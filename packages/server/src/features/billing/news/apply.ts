import { OrganizationIdSchema } from '@berth/contract/ids';
import { sql } from 'kysely';
import Value from 'typebox/value';
import type { Tx } from '../../../db/connection.ts';
import { inTenant } from '../../../db/transaction.ts';
import type { PaymentNews } from '../../../platform/payment/payment.ts';
import { type AccountRow, lockAccount, saveCustomer, savePaymentMethod } from '../account/store.ts';
import type { BillingDeps } from '../deps.ts';
import { notedPurchase } from '../purchase/notes.ts';
import { settle } from '../purchase/settle.ts';
import { changePurchase, insertPurchase, lockPurchase } from '../purchase/store.ts';

/**
 * Takes a piece of news from the payment provider. It may come twice, late and in any order: each counts once, a payment
 * that has come stays so whatever is told of it afterwards, and old news of a card does not undo what is newer.
 */
export async function applyNews(deps: BillingDeps, news: PaymentNews): Promise<void> {
  const organizationId = news.payer;
  if (!Value.Check(OrganizationIdSchema, organizationId)) return;
  await inTenant(deps.db, { organizationId }, async (tx) => {
    const account = await lockAccount(tx, organizationId);
    if (!account || !(await takeEvent(tx, news.eventId))) return;
    const changed = await apply(tx, deps, account, news);
    if (!changed) return;
    const actor = { kind: 'system', name: 'payment provider' } as const;
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
      if (!noted) return false;
      // Where we ended between asking for the payment and writing it down.
      await insertPurchase(tx, { ...noted, payment_reference: news.reference });
      if (news.amount !== noted.net + noted.vat)
        throw new Error(`${news.reference} paid another sum than was asked for`);
      return settle(tx, deps, noted, { author: noted.requested_by, note: news.reference });
    }
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

function isNewer({ payment_known_at }: AccountRow, { at }: PaymentNews): boolean {
  return payment_known_at === null || at > Date.parse(payment_known_at);
}

async function takeEvent(tx: Tx, eventId: string): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`select take_payment_event(${eventId}) as taken`.execute(tx);
  return rows[0]?.taken === true;
}
