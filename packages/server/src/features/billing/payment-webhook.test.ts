import { randomUUID } from 'node:crypto';
import {
  createBilling,
  listInvoices,
  listPurchases,
  purchaseCredits,
  readBilling,
  readBillingInformation,
  setUpPayment,
} from '@berth/contract/api/billing';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../config/config.ts';
import { cardEntered, createPayingTenant, DETAILS } from '../../testing/commerce.ts';
import { asOwner, createTenant, type Tenant } from '../../testing/fleet.ts';
import { bootServer, type TestServer } from '../../testing/server.ts';
import { STRIPE_SECRETS, type StripeStub, startStripeStub } from '../../testing/stripe.ts';
import { reconcile } from './ledger/balance.ts';

let stripe: StripeStub;
let server: TestServer;
beforeAll(async () => {
  stripe = await startStripeStub();
  const billing = { ...readConfig({}).billing, vatService: undefined, stripe: { ...STRIPE_SECRETS, api: stripe.api } };
  server = await bootServer({ config: { billing, logLevel: 'silent' } });
});
beforeEach(() => {
  stripe.verdict = 'succeeded';
});
afterAll(async () => {
  await server.stop();
  await stripe.close();
});

function purchase(tenant: Tenant, credits: number, key: string = randomUUID()) {
  return server.call(purchaseCredits, { ...asOwner(tenant), body: { credits, key } });
}

async function credits(tenant: Tenant): Promise<number> {
  return (await server.call(readBillingInformation, asOwner(tenant))).reply.credits;
}

async function account(tenant: Tenant) {
  return (await server.call(readBilling, asOwner(tenant))).reply;
}

/** The event that Stripe would send for the last requested payment. */
function aboutLast(type: string) {
  const intent = stripe.intents.at(-1) ?? {};
  const paid = type === 'payment_intent.succeeded';
  return stripe.event(type, { ...intent, amount_received: paid ? intent.amount : 0 });
}

describe('a card', () => {
  it("is entered on Stripe's page and completes the account", async () => {
    const tenant = await createTenant(server, 'free');
    await server.call(createBilling, { ...asOwner(tenant), body: DETAILS });
    const { reply } = await server.call(setUpPayment, asOwner(tenant));
    expect(reply).toMatchObject({ url: 'https://checkout.stripe.test/pay', account: { missing: ['payment-method'] } });
    const console = `${server.url}/manage/billing`;
    expect(stripe.sessions.at(-1)).toMatchObject({ success_url: console, cancel_url: console });
    await stripe.send(server.url, cardEntered(stripe, tenant, 'pm_card'));
    expect(await account(tenant)).toMatchObject({
      state: 'set-up',
      paymentMethod: { kind: 'card', label: 'visa •••• 4242' },
    });
    const gone = stripe.event(
      'payment_method.detached',
      { id: 'pm_card', metadata: { payer: tenant.organizationId } },
      { created: Math.floor(Date.now() / 1_000) + 5 },
    );
    await stripe.send(server.url, gone);
    expect(await account(tenant)).toMatchObject({ state: 'created', missing: ['payment-method'] });
  });

  it('stays when the event of an older card comes late', async () => {
    const tenant = await createTenant(server, 'free');
    await server.call(createBilling, { ...asOwner(tenant), body: DETAILS });
    const now = Math.floor(Date.now() / 1_000);
    await stripe.send(server.url, cardEntered(stripe, tenant, 'pm_new', now));
    await stripe.send(server.url, cardEntered(stripe, tenant, 'pm_old', now - 60));
    await purchase(tenant, 1);
    expect(stripe.intents.at(-1)?.payment_method).toBe('pm_new');
  });
});

describe('a purchase by card', () => {
  it('adds its credits right away, with a paid invoice', async () => {
    const tenant = await createPayingTenant(server, stripe);
    const { reply } = await purchase(tenant, 100);
    expect(reply).toMatchObject({ status: 'paid', gross: 11_900 });
    expect(stripe.intents.at(-1)).toMatchObject({ amount: 11_900, currency: 'eur', payment_method: 'pm_first' });
    expect(await credits(tenant)).toBe(100);
    const [invoice] = (await server.call(listInvoices, asOwner(tenant))).reply;
    expect(invoice).toMatchObject({ number: reply.invoiceNumber, gross: 11_900, paidAt: reply.paidAt });
    await stripe.send(server.url, aboutLast('payment_intent.succeeded'));
    expect(await credits(tenant)).toBe(100);
  });

  it('adds nothing if the bank declines it', async () => {
    const tenant = await createPayingTenant(server, stripe);
    stripe.verdict = 'declined';
    const { error } = await purchase(tenant, 100);
    expect(error).toMatchObject({ status: 402, code: 'payment-failed', message: 'Your card was declined.' });
    expect((await server.call(listPurchases, asOwner(tenant))).reply).toEqual([]);
  });

  it('waits if the payer has to confirm it', async () => {
    const tenant = await createPayingTenant(server, stripe);
    stripe.verdict = 'requires_action';
    const { reply } = await purchase(tenant, 10);
    expect(reply).toMatchObject({
      status: 'action-required',
      actionUrl: 'https://bank.test/confirm',
      invoiceNumber: null,
    });
    expect(await credits(tenant)).toBe(0);
    await stripe.send(server.url, aboutLast('payment_intent.succeeded'));
    expect(await credits(tenant)).toBe(10);
    expect((await server.call(listPurchases, asOwner(tenant))).reply).toMatchObject([
      { status: 'paid', actionUrl: null },
    ]);
  });

  it('is not charged twice while Stripe is unavailable, and is recorded even after a crash before saving', async () => {
    const tenant = await createPayingTenant(server, stripe);
    stripe.verdict = 'away';
    const key = randomUUID();
    expect((await purchase(tenant, 10, key)).error.code).toBe('unavailable');
    stripe.verdict = 'succeeded';
    expect((await purchase(tenant, 10, key)).reply.status).toBe('paid');
    const lost = aboutLast('payment_intent.succeeded');
    const object = (lost.data as { object: Record<string, unknown> }).object;
    const metadata = { ...(object.metadata as object), purchase: randomUUID() };
    await stripe.send(server.url, stripe.event('payment_intent.succeeded', { ...object, id: 'pi_lost', metadata }));
    expect(await credits(tenant)).toBe(20);
    expect((await server.call(listPurchases, asOwner(tenant))).reply).toHaveLength(2);
  });
});

describe("Stripe's events", () => {
  it('are rejected without a valid signature', async () => {
    const tenant = await createPayingTenant(server, stripe);
    stripe.verdict = 'processing';
    await purchase(tenant, 10);
    const event = aboutLast('payment_intent.succeeded');
    expect(await stripe.send(server.url, event, 'whsec_forged')).toBe(400);
    const body = JSON.stringify(event);
    for (const signature of ['', 't=1,v1=00', `t=${Math.floor(Date.now() / 1_000)},v1=${'0'.repeat(64)}`]) {
      const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
      expect((await fetch(`${server.url}/payment/stripe`, { method: 'POST', headers, body })).status).toBe(400);
    }
    expect(await credits(tenant)).toBe(0);
  });

  it('are ignored if they concern others', async () => {
    for (const event of [
      stripe.event('customer.created', { id: 'cus_x' }),
      stripe.event('payment_intent.succeeded', { id: 'pi_x', amount_received: 5, metadata: {} }),
      stripe.event('payment_intent.succeeded', { id: 'pi_x', amount_received: 5, metadata: { payer: randomUUID() } }),
      stripe.event('payment_intent.succeeded', { id: 'pi_x', amount_received: 5, metadata: { payer: 'nobody' } }),
    ]) {
      expect(await stripe.send(server.url, event)).toBe(200);
    }
  });

  it('lead to the same result, replayed and in any order', async () => {
    const tenant = await createPayingTenant(server, stripe);
    let expected = 0;
    const story = fc.record({
      credits: fc.integer({ min: 1, max: 20 }),
      told: fc.shuffledSubarray(
        ['payment_intent.payment_failed', 'payment_intent.succeeded', 'payment_intent.canceled'],
        {
          minLength: 1,
        },
      ),
      repeated: fc.integer({ min: 1, max: 3 }),
    });
    const property = fc.asyncProperty(
      fc.array(story, { minLength: 1, maxLength: 4 }),
      fc.nat(),
      async (stories, seed) => {
        stripe.verdict = 'processing';
        const events: unknown[] = [];
        for (const { credits, told, repeated } of stories) {
          expect((await purchase(tenant, credits)).reply.status).toBe('processing');
          const once = told.map(aboutLast);
          for (let copy = 0; copy < repeated; copy += 1) events.push(...once);
          if (told.includes('payment_intent.succeeded')) expected += credits;
        }
        const shuffled =
          fc.sample(fc.shuffledSubarray(events, { minLength: events.length }), { numRuns: 1, seed })[0] ?? [];
        // Stripe sends events concurrently.
        for (let at = 0; at < shuffled.length; at += 3) {
          const statuses = await Promise.all(
            shuffled.slice(at, at + 3).map((event) => stripe.send(server.url, event as Record<string, unknown>)),
          );
          expect(new Set(statuses)).toEqual(new Set([200]));
        }
        expect(await credits(tenant)).toBe(expected);
      },
    );
    await fc.assert(property, { numRuns: 12, endOnFailure: true });
    expect((await reconcile(server.database.db)).discrepancies).toEqual([]);
  });
});
