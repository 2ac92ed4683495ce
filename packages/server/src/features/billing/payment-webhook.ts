import { OrganizationIdSchema } from '@berth/contract/ids';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import Value from 'typebox/value';
import type { Tx } from '../../db/connection.ts';
import { inTenant } from '../../db/transaction.ts';
import { ApiError } from '../../http/api-error.ts';
import { type PaymentEvent, UnsignedEventError } from '../../platform/payment/payment.ts';
import { type AccountRow, lockAccount, saveCustomer, savePaymentMethod } from './account/store.ts';
import type { BillingDeps } from './deps.ts';
import { purchaseFromMetadata } from './purchase/payment-metadata.ts';
import { settle } from './purchase/settle.ts';
import { changePurchase, insertPurchase, lockPurchase, type PurchaseRow } from './purchase/store.ts';
import { bookDispute } from './reversal/dispute.ts';
import { bookRefund } from './reversal/refund.ts';

const BODY_BYTES_MAX = 512 * 1024;

/** Receives the events of the payment provider. A failure replies 500, so the provider sends the event again. */
export function servePaymentWebhook(http: FastifyInstance, deps: BillingDeps): void {
  const { webhook } = deps.provider;
  if (!webhook) return;
  http.post(webhook.path, { bodyLimit: BODY_BYTES_MAX }, async ({ headers, body }, reply) => {
    if (!Buffer.isBuffer(body)) throw new ApiError('invalid-input', 'Not an event of the payment provider.');
    const event = await webhook.read({ headers, body }).catch(refused);
    if (event) await applyPaymentEvent(deps, event);
    return reply.code(200).send();
  });
}

function refused(error: unknown): never {
  throw error instanceof UnsignedEventError ? new ApiError('invalid-input', error.message) : error;
}

/** The author of bookings that events cause. */
const AUTHOR = 'payment provider';

/**
 * Applies an event of the payment provider. Events arrive twice, late, and in any order: each counts once, a received
 * payment stays received, and an old event about a card does not undo a newer one.
 */
async function applyPaymentEvent(deps: BillingDeps, event: PaymentEvent): Promise<void> {
  const organizationId = event.payer;
  if (!Value.Check(OrganizationIdSchema, organizationId)) return;
  await inTenant(deps.db, { organizationId }, async (tx) => {
    const account = await lockAccount(tx, organizationId);
    if (!account || !(await takeEvent(tx, event.eventId))) return;
    const changed = await apply(tx, deps, account, event);
    if (!changed) return;
    const actor = { kind: 'system', name: AUTHOR } as const;
    const { eventId, payer: _, at: __, ...after } = event;
    await deps.recordWork(tx, organizationId, {
      action: `billing.${event.kind}`,
      actor,
      target: { kind: 'payment-event', id: eventId },
      after,
    });
  });
}

/** Applies an event to a locked account; true if it changed anything. */
async function apply(tx: Tx, deps: BillingDeps, account: AccountRow, event: PaymentEvent): Promise<boolean> {
  const organizationId = account.organization_id;
  switch (event.kind) {
    case 'paid': {
      const described = purchaseFromMetadata(organizationId, event.metadata, deps.clock.now());
      return described ? paid(tx, deps, described, event) : false;
    }
    case 'refunded':
    case 'disputed':
      return reverse(tx, deps, account, event);
    case 'failed': {
      const described = purchaseFromMetadata(organizationId, event.metadata, deps.clock.now());
      const purchase = described && (await lockPurchase(tx, organizationId, described.purchase_id));
      if (!purchase || purchase.status === 'paid' || purchase.status === 'failed') return false;
      await changePurchase(tx, purchase, { status: 'failed', action_url: null });
      return true;
    }
    case 'method':
      if (!isNewer(account, event)) return false;
      await saveCustomer(tx, organizationId, event.customer);
      await savePaymentMethod(tx, organizationId, event.method, new Date(event.at));
      return true;
    case 'method-gone':
      if (!isNewer(account, event) || account.payment_reference !== event.reference) return false;
      await savePaymentMethod(tx, organizationId, null, new Date(event.at));
      return true;
  }
}

async function paid(
  tx: Tx,
  deps: BillingDeps,
  described: PurchaseRow,
  { reference, amount }: { readonly reference: string; readonly amount: number },
): Promise<boolean> {
  // In case the server stopped between requesting the payment and saving it.
  await insertPurchase(tx, { ...described, payment_reference: reference });
  if (amount !== described.net + described.vat) throw new Error(`${reference} paid a different amount than requested`);
  return settle(tx, deps, described, { author: described.requested_by, note: reference });
}

/** Books a refund or a dispute after its payment, whose event may arrive later. */
async function reverse(
  tx: Tx,
  deps: BillingDeps,
  account: AccountRow,
  event: Extract<PaymentEvent, { kind: 'refunded' | 'disputed' }>,
): Promise<boolean> {
  const organizationId = account.organization_id;
  const described = purchaseFromMetadata(organizationId, event.metadata, deps.clock.now());
  if (!described) return false;
  await paid(tx, deps, described, { reference: event.payment, amount: event.paid });
  const purchase = await lockPurchase(tx, organizationId, described.purchase_id);
  // Read again: the new credits may have ended its arrears.
  const settled = await lockAccount(tx, organizationId);
  if (!purchase || !settled) throw new Error('A payment for a missing purchase');
  const subject = { account: settled, purchase };
  const { reference } = event;
  if (event.kind === 'disputed') {
    const { outcome, amount } = event;
    return bookDispute(tx, deps, subject, { reference, outcome, amount, author: AUTHOR });
  }
  const { total } = event;
  return (
    (await bookRefund(tx, deps, subject, { reference: `${reference}:${total}`, total, author: AUTHOR })) !== undefined
  );
}

function isNewer({ payment_known_at }: AccountRow, { at }: PaymentEvent): boolean {
  return payment_known_at === null || at > Date.parse(payment_known_at);
}

async function takeEvent(tx: Tx, eventId: string): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`select take_payment_event(${eventId}) as taken`.execute(tx);
  return rows[0]?.taken === true;
}
