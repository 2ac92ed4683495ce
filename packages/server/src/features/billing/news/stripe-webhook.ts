import type { FastifyInstance } from 'fastify';
import type { Stripe } from 'stripe';
import { Problem } from '../../../http/problem.ts';
import { newsOf, verifiedEvent } from '../../../platform/payment/stripe-news.ts';
import type { BillingDeps } from '../deps.ts';
import { applyNews } from './apply.ts';

/** Where Stripe is to send its events. Not a call of the API: Stripe decides what it looks like. */
export const STRIPE_WEBHOOK_PATH = '/payment/stripe';

const BODY_BYTES_MAX = 512 * 1024;

/** Takes Stripe's events. What fails answers 500, and Stripe sends it again. */
export function serveStripeWebhook(
  http: FastifyInstance,
  deps: BillingDeps,
  { stripe, secret }: { readonly stripe: Stripe; readonly secret: string },
): void {
  http.post(STRIPE_WEBHOOK_PATH, { bodyLimit: BODY_BYTES_MAX }, async (request, reply) => {
    const signature = request.headers['stripe-signature'];
    // The bytes as they were signed.
    if (!Buffer.isBuffer(request.body) || typeof signature !== 'string') throw refused();
    const event = verify(stripe, request.body, signature, secret);
    const news = await newsOf(stripe, event);
    if (news) await applyNews(deps, news);
    return reply.code(200).send();
  });
}

function verify(stripe: Stripe, body: Buffer, signature: string, secret: string): Stripe.Event {
  try {
    return verifiedEvent(stripe, body, signature, secret);
  } catch {
    throw refused();
  }
}

function refused(): Problem {
  return new Problem('invalid-input', 'This is not signed as an event of Stripe.');
}
