import type { Stripe } from 'stripe';
import type { Collection, Demand, Payer, PaymentProvider, Preparation } from './payment.ts';
import { stripeWebhook } from './stripe-webhook.ts';

export interface StripeSettings {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** Another URL of the API; undefined: Stripe's. */
  readonly api: URL | undefined;
}

const TIMEOUT_MS = 15_000;

/**
 * Cards stored at Stripe: payers enter them on Stripe's page, and purchases are charged off-session. Stripe's library
 * is loaded only if cards are enabled, with its telemetry off.
 */
export async function openStripe({ secretKey, webhookSecret, api }: StripeSettings): Promise<PaymentProvider> {
  const { default: Library } = await import('stripe');
  const stripe = new Library(secretKey, {
    telemetry: false,
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 1,
    ...(api && {
      host: api.hostname,
      port: api.port || (api.protocol === 'http:' ? '80' : '443'),
      protocol: api.protocol === 'http:' ? 'http' : 'https',
    }),
  });
  return {
    kind: 'card',
    prepare: (payer) => prepare(stripe, payer),
    collect: async (demand) => {
      try {
        return outcome(await pay(stripe, demand));
      } catch (error) {
        return declined(error);
      }
    },
    webhook: stripeWebhook(stripe, webhookSecret),
  };
}

async function prepare(stripe: Stripe, payer: Payer): Promise<Preparation> {
  const { name, email, returnUrl } = payer;
  const metadata = { payer: payer.id };
  const customer = payer.customer ?? (await stripe.customers.create({ name, email, metadata })).id;
  const session = await stripe.checkout.sessions.create({
    mode: 'setup',
    customer,
    allowed_payment_method_types: ['card'],
    success_url: returnUrl,
    cancel_url: returnUrl,
    metadata,
    setup_intent_data: { metadata },
  });
  if (session.url === null) throw new Error('Stripe created a session without a URL');
  return { status: 'redirect', url: session.url, customer };
}

function pay(stripe: Stripe, demand: Demand): Promise<Stripe.PaymentIntent> {
  const { key, payer, method, amount, currency, description, metadata } = demand;
  if (payer.customer === undefined || method === null) throw new Error('The payer has no card');
  return stripe.paymentIntents.create(
    {
      amount,
      currency: currency.toLowerCase(),
      customer: payer.customer,
      payment_method: method,
      description,
      confirm: true,
      // On-session, so the bank can ask for confirmation.
      return_url: payer.returnUrl,
      automatic_payment_methods: { enabled: true },
      metadata: { ...metadata, payer: payer.id },
    },
    { idempotencyKey: key },
  );
}

function outcome(intent: Stripe.PaymentIntent): Collection {
  const { id: reference, status, next_action } = intent;
  switch (status) {
    case 'succeeded':
      return { status: 'paid', reference };
    case 'requires_action': {
      const url = next_action?.redirect_to_url?.url;
      return url ? { status: 'action-required', reference, url } : { status: 'processing', reference };
    }
    case 'processing':
      return { status: 'processing', reference };
    default:
      return { status: 'failed', reason: intent.last_payment_error?.message ?? 'The payment was not taken.' };
  }
}

/** A declined card is a result; other errors are thrown. */
function declined(error: unknown): Collection {
  if (error instanceof Error && 'type' in error && error.type === 'StripeCardError') {
    return { status: 'failed', reason: error.message };
  }
  throw error;
}
