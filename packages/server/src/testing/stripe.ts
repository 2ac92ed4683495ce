import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Stripe } from 'stripe';
import { STRIPE_WEBHOOK_PATH } from '../platform/payment/stripe-webhook.ts';

export const STRIPE_SECRETS = { secretKey: 'sk_test_stub', webhookSecret: 'whsec_stub' } as const;

type Json = Readonly<Record<string, unknown>>;

/** The result of the next payment of a stub. */
export type Verdict = 'succeeded' | 'processing' | 'requires_action' | 'declined' | 'away';

/** A local stub of the used part of Stripe: records requests, and signs events like Stripe. */
export interface StripeStub {
  readonly api: URL;
  readonly intents: readonly Json[];
  /** The recorded requests for Stripe's page. */
  readonly sessions: readonly Json[];
  verdict: Verdict;
  /** Sends an event to one of our servers; returns the status of the reply. */
  send(url: string, event: Json, signedWith?: string): Promise<number>;
  event(type: string, object: Json, about?: { readonly id?: string; readonly created?: number }): Json;
  close(): Promise<void>;
}

export async function startStripeStub(): Promise<StripeStub> {
  const intents: Json[] = [];
  const sessions: Json[] = [];
  const byKey = new Map<string, Json>();
  const state: { verdict: Verdict } = { verdict: 'succeeded' };

  const answer = async (request: IncomingMessage): Promise<{ status: number; body: Json }> => {
    const form = new URLSearchParams(await text(request));
    const { pathname } = new URL(request.url ?? '', 'http://stub');
    if (pathname === '/v1/customers') return ok({ id: `cus_${short()}`, object: 'customer' });
    if (pathname === '/v1/checkout/sessions') {
      sessions.push(Object.fromEntries(form));
      return ok({ id: `cs_${short()}`, url: 'https://checkout.stripe.test/pay' });
    }
    const method = /^\/v1\/payment_methods\/(.+)$/.exec(pathname)?.[1];
    if (method !== undefined) return ok({ id: method, type: 'card', card: { brand: 'visa', last4: '4242' } });
    const known = intents.find(({ id }) => pathname === `/v1/payment_intents/${String(id)}`);
    if (known) return ok({ ...known, amount_received: known.amount });
    if (pathname === '/v1/payment_intents') return pay(form, String(request.headers['idempotency-key']));
    return { status: 404, body: { error: { type: 'invalid_request_error', message: pathname } } };
  };

  const pay = (form: URLSearchParams, key: string): { status: number; body: Json } => {
    const known = byKey.get(key);
    if (known) return ok(known);
    const { verdict } = state;
    if (verdict === 'away') return { status: 500, body: { error: { type: 'api_error', message: 'away' } } };
    if (verdict === 'declined') {
      return {
        status: 402,
        body: { error: { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' } },
      };
    }
    const metadata = Object.fromEntries(
      [...form].flatMap(([name, value]) => {
        const field = /^metadata\[(\w+)\]$/.exec(name)?.[1];
        return field === undefined ? [] : [[field, value]];
      }),
    );
    const amount = Number(form.get('amount'));
    const intent = {
      id: `pi_${short()}`,
      object: 'payment_intent',
      status: verdict,
      amount,
      amount_received: verdict === 'succeeded' ? amount : 0,
      currency: form.get('currency'),
      customer: form.get('customer'),
      payment_method: form.get('payment_method'),
      metadata,
      next_action: verdict === 'requires_action' ? { redirect_to_url: { url: 'https://bank.test/confirm' } } : null,
    };
    intents.push(intent);
    byKey.set(key, intent);
    return ok(intent);
  };

  const server = createServer((request, response) => {
    void answer(request).then(({ status, body }) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    api: new URL(`http://127.0.0.1:${port}`),
    intents,
    sessions,
    get verdict() {
      return state.verdict;
    },
    set verdict(verdict) {
      state.verdict = verdict;
    },
    event: (type, object, { id = `evt_${short()}`, created = Math.floor(Date.now() / 1_000) } = {}) => ({
      id,
      object: 'event',
      type,
      created,
      data: { object },
    }),
    async send(url, event, signedWith = STRIPE_SECRETS.webhookSecret) {
      const payload = JSON.stringify(event);
      const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: signedWith });
      const response = await fetch(`${url}${STRIPE_WEBHOOK_PATH}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'stripe-signature': signature },
        body: payload,
      });
      await response.arrayBuffer();
      return response.status;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function ok(body: Json): { status: number; body: Json } {
  return { status: 200, body };
}

function short(): string {
  return randomUUID().replaceAll('-', '').slice(0, 16);
}
