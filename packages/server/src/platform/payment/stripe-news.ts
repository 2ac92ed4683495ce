import type { Stripe } from 'stripe';
import type { PaymentNews } from './payment.ts';

/** Throws where the signature is not Stripe's, or the event is older than five minutes. */
export function verifiedEvent(stripe: Stripe, body: Buffer, signature: string, secret: string): Stripe.Event {
  return stripe.webhooks.constructEvent(body, signature, secret);
}

/** What an event means for us; undefined for what does not concern us. */
export async function newsOf(stripe: Stripe, event: Stripe.Event): Promise<PaymentNews | undefined> {
  const base = { eventId: event.id, at: event.created * 1_000 };
  switch (event.type) {
    case 'payment_intent.succeeded':
    case 'payment_intent.payment_failed':
    case 'payment_intent.canceled': {
      const { id: reference, metadata, amount_received: amount } = event.data.object;
      const { payer, ...notes } = metadata;
      if (payer === undefined) return undefined;
      return event.type === 'payment_intent.succeeded'
        ? { ...base, payer, kind: 'paid', reference, amount, notes }
        : { ...base, payer, kind: 'failed', reference, notes };
    }
    case 'setup_intent.succeeded': {
      const { customer, payment_method, metadata } = event.data.object;
      const payer = metadata?.payer;
      if (payer === undefined || customer === null || payment_method === null) return undefined;
      // Marked with its payer: when it is detached, this is all that tells whose it was.
      const marked = { metadata: { payer } };
      const method = await stripe.paymentMethods.update(idOf(payment_method), marked);
      return { ...base, payer, kind: 'method', customer: idOf(customer), method: presentMethod(method) };
    }
    case 'payment_method.detached':
      return detached(event, base);
    default:
      return undefined;
  }
}

function detached(
  event: Stripe.PaymentMethodDetachedEvent,
  base: Pick<PaymentNews, 'eventId' | 'at'>,
): PaymentNews | undefined {
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
