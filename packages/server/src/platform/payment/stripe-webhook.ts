import type { Stripe } from 'stripe';
import { type PaymentEvent, type PaymentWebhook, type ReceivedEvent, UnsignedEventError } from './payment.ts';

type Base = Pick<PaymentEvent, 'eventId' | 'at'>;

/** The path of the webhook. */
export const STRIPE_WEBHOOK_PATH = '/payment/stripe';

/** Verifies and translates Stripe's events. Rejects invalid signatures and events older than five minutes. */
export function stripeWebhook(stripe: Stripe, secret: string): PaymentWebhook {
  return { path: STRIPE_WEBHOOK_PATH, read: async (event) => paymentEventOf(stripe, verified(stripe, secret, event)) };
}

function verified(stripe: Stripe, secret: string, { headers, body }: ReceivedEvent): Stripe.Event {
  const signature = headers['stripe-signature'];
  try {
    if (typeof signature === 'string') return stripe.webhooks.constructEvent(body, signature, secret);
  } catch {
    // Treated like a missing signature.
  }
  throw new UnsignedEventError('Invalid Stripe signature.');
}

async function paymentEventOf(stripe: Stripe, event: Stripe.Event): Promise<PaymentEvent | undefined> {
  const base = { eventId: event.id, at: event.created * 1_000 };
  switch (event.type) {
    case 'payment_intent.succeeded':
    case 'payment_intent.payment_failed':
    case 'payment_intent.canceled': {
      const { id: reference, metadata, amount_received: amount } = event.data.object;
      const { payer, ...rest } = metadata;
      if (payer === undefined) return undefined;
      return event.type === 'payment_intent.succeeded'
        ? { ...base, payer, kind: 'paid', reference, amount, metadata: rest }
        : { ...base, payer, kind: 'failed', reference, metadata: rest };
    }
    case 'setup_intent.succeeded': {
      const { customer, payment_method, metadata } = event.data.object;
      const payer = metadata?.payer;
      if (payer === undefined || customer === null || payment_method === null) return undefined;
      // Contains our payer ID, the only link once the payment method is detached.
      const marked = { metadata: { payer } };
      const method = await stripe.paymentMethods.update(idOf(payment_method), marked);
      return { ...base, payer, kind: 'method', customer: idOf(customer), method: presentMethod(method) };
    }
    case 'charge.refunded':
      return refunded(event, base);
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
      return disputed(stripe, event.data.object, base);
    case 'payment_method.detached':
      return detached(event, base);
    default:
      return undefined;
  }
}

/** A charge contains our metadata and the sum of all its refunds. */
function refunded(event: Stripe.ChargeRefundedEvent, base: Base): PaymentEvent | undefined {
  const { id: reference, payment_intent, amount: paid, amount_refunded: total, metadata } = event.data.object;
  const { payer, ...rest } = metadata;
  if (payer === undefined || payment_intent === null) return undefined;
  return { ...base, payer, kind: 'refunded', reference, payment: idOf(payment_intent), paid, total, metadata: rest };
}

/** The effect of a dispute's state on the money. An inquiry has none. */
const OUTCOMES: Readonly<Partial<Record<Stripe.Dispute.Status, 'open' | 'won' | 'lost'>>> = {
  needs_response: 'open',
  under_review: 'open',
  won: 'won',
  lost: 'lost',
};

/** A dispute contains only the payment's ID; our metadata is fetched. */
async function disputed(stripe: Stripe, dispute: Stripe.Dispute, base: Base): Promise<PaymentEvent | undefined> {
  const { id: reference, payment_intent, amount, status } = dispute;
  const outcome = OUTCOMES[status];
  if (outcome === undefined || payment_intent === null) return undefined;
  const { id: payment, amount_received: paid, metadata } = await stripe.paymentIntents.retrieve(idOf(payment_intent));
  const { payer, ...rest } = metadata;
  if (payer === undefined) return undefined;
  return { ...base, payer, kind: 'disputed', reference, payment, paid, outcome, amount, metadata: rest };
}

function detached(event: Stripe.PaymentMethodDetachedEvent, base: Base): PaymentEvent | undefined {
  const { id: reference, metadata } = event.data.object;
  const payer = metadata?.payer;
  return payer === undefined ? undefined : { ...base, payer, kind: 'method-gone', reference };
}

function presentMethod({ id, card, type }: Stripe.PaymentMethod) {
  const label = card ? `${card.brand} •••• ${card.last4}` : type;
  return { kind: 'card', label, reference: id } as const;
}

function idOf(reference: string | { readonly id: string }): string {
  return typeof reference === 'string' ? reference : reference.id;
}
