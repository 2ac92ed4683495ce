import { randomUUID } from 'node:crypto';
import {
  bookRefund,
  grantCredits,
  listInvoices,
  listUsage,
  purchaseCredits,
  readBillingInformation,
} from '@berth/contract/api/billing';
import { deleteOrganization } from '@berth/contract/api/organization-settings';
import { PLATFORM_ADMIN } from '@berth/contract/rules/permissions';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../../config/config.ts';
import { buyCredits, createPayingTenant, setUpBilling } from '../../../testing/commerce.ts';
import { asOwner, createTenant, type Person, rowsOf, type Tenant } from '../../../testing/fleet.ts';
import { bootServer, type TestServer } from '../../../testing/server.ts';
import { STRIPE_SECRETS, type StripeStub, startStripeStub } from '../../../testing/stripe.ts';
import { reconcile } from '../ledger/balance.ts';
import { type Share, shareOf } from './store.ts';

/** Price of a credit with VAT, in cents. */
const CREDIT = 119;

let stripe: StripeStub;
let server: TestServer;
let support: Person;
beforeAll(async () => {
  stripe = await startStripeStub();
  const billing = { ...readConfig({}).billing, vatService: undefined, stripe: { ...STRIPE_SECRETS, api: stripe.api } };
  server = await bootServer({ config: { billing, logLevel: 'silent' } });
  support = await server.person({ permissions: [PLATFORM_ADMIN] });
});
beforeEach(() => {
  stripe.verdict = 'succeeded';
});
afterAll(async () => {
  await server.stop();
  await stripe.close();
});

interface Intent {
  readonly id: string;
  readonly amount: number;
  readonly metadata: Readonly<Record<string, string>>;
}

async function buy(tenant: Tenant, credits: number): Promise<Intent> {
  await server.call(purchaseCredits, { ...asOwner(tenant), body: { credits, key: randomUUID() } });
  return stripe.intents.at(-1) as unknown as Intent;
}

function paid(intent: Intent) {
  return stripe.event('payment_intent.succeeded', { ...intent, amount_received: intent.amount });
}

/** Reports the total refunded of a payment. */
function refunded({ id, amount, metadata }: Intent, total: number) {
  return stripe.event('charge.refunded', {
    id: `ch_${id}`,
    payment_intent: id,
    amount,
    amount_refunded: total,
    metadata,
  });
}

function disputed({ id }: Intent, status: string, amount: number, name = `dp_${id}`) {
  const type = status === 'won' || status === 'lost' ? 'charge.dispute.closed' : 'charge.dispute.created';
  return stripe.event(type, { id: name, payment_intent: id, amount, status });
}

async function tell(...events: ReturnType<StripeStub['event']>[]): Promise<void> {
  for (const event of events) expect(await stripe.send(server.url, event)).toBe(200);
}

async function information(tenant: Tenant) {
  return (await server.call(readBillingInformation, asOwner(tenant))).reply;
}

async function credits(tenant: Tenant): Promise<number> {
  return (await information(tenant)).credits;
}

async function creditNotes(tenant: Tenant) {
  return (await server.call(listInvoices, asOwner(tenant))).reply.filter(({ kind }) => kind === 'credit-note');
}

function grant({ organizationId: id }: Tenant, amount: number) {
  const body = { credits: amount, reason: 'Test', key: randomUUID() };
  return server.call(grantCredits, { params: { id }, token: support.token, body });
}

async function balanced(): Promise<void> {
  expect((await reconcile(server.database.db)).discrepancies).toEqual([]);
}

describe('a refund', () => {
  it('removes its credits and issues a credit note for the refunded part', async () => {
    const tenant = await createPayingTenant(server, stripe);
    const intent = await buy(tenant, 100);
    await tell(refunded(intent, 40 * CREDIT));
    expect(await credits(tenant)).toBe(60);
    const [invoice] = (await server.call(listInvoices, asOwner(tenant))).reply.filter(({ kind }) => kind === 'invoice');
    expect(await creditNotes(tenant)).toMatchObject([
      { corrects: invoice?.number, net: 4_000, vat: 760, gross: 4_760, paidAt: expect.any(String) },
    ]);
    await tell(refunded(intent, 100 * CREDIT));
    expect(await credits(tenant)).toBe(0);
    expect((await creditNotes(tenant)).map(({ gross }) => gross)).toEqual([7_140, 4_760]);
    const usage = (await server.call(listUsage, asOwner(tenant))).reply;
    expect(usage.map(({ type, credits: count }) => [type, count])).toEqual([
      ['other', -60],
      ['other', -40],
      ['credit-purchase', 100],
    ]);
    await balanced();
  });

  it('of used credits leaves a debt with a grace period; the next credits settle it', async () => {
    const tenant = await createPayingTenant(server, stripe);
    const intent = await buy(tenant, 100);
    await grant(tenant, -70);
    await tell(refunded(intent, 100 * CREDIT));
    const owing = await information(tenant);
    expect(owing).toMatchObject({ credits: -70, arrears: { credits: 70 } });
    expect(Date.parse(owing.arrears?.proUntil ?? '') - Date.parse(owing.arrears?.since ?? '')).toBe(7 * 86_400_000);
    expect((await grant(tenant, -1)).error.code).toBe('insufficient-credits');
    await grant(tenant, 20);
    expect(await credits(tenant)).toBe(-50);
    await buy(tenant, 80);
    expect(await information(tenant)).toMatchObject({ credits: 30, arrears: null });
    await balanced();
  });

  it('is recorded even if its organization was deleted in the meantime', async () => {
    const tenant = await createPayingTenant(server, stripe);
    const intent = await buy(tenant, 10);
    const deleted = await server.call(deleteOrganization, { params: asOwner(tenant).params, token: support.token });
    expect(deleted.status).toBe(204);
    await tell(refunded(intent, 10 * CREDIT));
    const booked = 'select net, vat, credits, state from billing_reversals where organization_id = $1';
    expect(await rowsOf(server, booked, [tenant.organizationId])).toEqual([
      { net: 1_000, vat: 190, credits: 10, state: 'final' },
    ]);
    await balanced();
  });

  it("counts even if its event comes before the payment's", async () => {
    const tenant = await createPayingTenant(server, stripe);
    stripe.verdict = 'processing';
    const intent = await buy(tenant, 10);
    await tell(refunded(intent, 4 * CREDIT), paid(intent));
    expect(await credits(tenant)).toBe(6);
    await balanced();
  });
});

describe('a dispute', () => {
  it('holds money and credits until it is decided, and returns them when won', async () => {
    const tenant = await createPayingTenant(server, stripe);
    const intent = await buy(tenant, 10);
    await tell(disputed(intent, 'needs_response', 10 * CREDIT), disputed(intent, 'under_review', 10 * CREDIT));
    expect(await credits(tenant)).toBe(0);
    await balanced();
    await tell(disputed(intent, 'won', 10 * CREDIT));
    expect(await credits(tenant)).toBe(10);
    expect(await creditNotes(tenant)).toEqual([]);
    await balanced();
  });

  it('that is lost ends in a credit note, even if its event comes first', async () => {
    const tenant = await createPayingTenant(server, stripe);
    const intent = await buy(tenant, 10);
    await tell(disputed(intent, 'lost', 10 * CREDIT), disputed(intent, 'needs_response', 10 * CREDIT));
    expect(await credits(tenant)).toBe(0);
    expect(await creditNotes(tenant)).toMatchObject([{ gross: 10 * CREDIT }]);
    await balanced();
  });

  it('that is only an inquiry changes nothing', async () => {
    const tenant = await createPayingTenant(server, stripe);
    await tell(disputed(await buy(tenant, 10), 'warning_needs_response', 10 * CREDIT));
    expect(await credits(tenant)).toBe(10);
  });
});

it('refunds and disputes lead to the same result, replayed and in any order', async () => {
  const tenant = await createPayingTenant(server, stripe);
  let expected = 0;
  const story = fc.record({
    refunds: fc.uniqueArray(fc.integer({ min: 1, max: 10 }), { maxLength: 3 }),
    disputed: fc.integer({ min: 0, max: 10 }),
    outcome: fc.constantFrom('won', 'lost', 'needs_response'),
    repeated: fc.integer({ min: 1, max: 3 }),
  });
  const property = fc.asyncProperty(
    fc.array(story, { minLength: 1, maxLength: 3 }),
    fc.nat(),
    async (stories, seed) => {
      stripe.verdict = 'processing';
      const events: ReturnType<StripeStub['event']>[] = [];
      for (const { refunds, disputed: contested, outcome, repeated } of stories) {
        const intent = await buy(tenant, 20);
        const told = [paid(intent), ...refunds.map((count) => refunded(intent, count * CREDIT))];
        if (contested > 0) {
          const about = (status: string) => disputed(intent, status, contested * CREDIT);
          told.push(about('needs_response'), about('under_review'), about(outcome));
        }
        for (let copy = 0; copy < repeated; copy += 1) events.push(...told);
        expected += 20 - Math.max(0, ...refunds) - (outcome === 'won' ? 0 : contested);
      }
      const shuffled =
        fc.sample(fc.shuffledSubarray(events, { minLength: events.length }), { numRuns: 1, seed })[0] ?? [];
      // Stripe sends events concurrently.
      for (let at = 0; at < shuffled.length; at += 3) {
        await Promise.all(shuffled.slice(at, at + 3).map((event) => tell(event)));
      }
      expect(await credits(tenant)).toBe(expected);
    },
  );
  await fc.assert(property, { numRuns: 8, endOnFailure: true });
  await balanced();
});

describe('a refund by bank transfer', () => {
  let own: TestServer;
  let admin: Person;
  beforeAll(async () => {
    own = await bootServer();
    admin = await own.person({ permissions: [PLATFORM_ADMIN] });
  });
  afterAll(() => own.stop());

  const book = (number: string, amount: number, reference: string, { token } = admin) =>
    own.call(bookRefund, { params: { number }, token, body: { amount, reference } });

  it('is recorded once by its reference, never above the paid amount, by platform administrators only', async () => {
    const tenant = await createTenant(own, 'free');
    await setUpBilling(own, tenant);
    const number = await buyCredits(own, tenant, 10);
    expect((await book(number, CREDIT, 'A', tenant.owner)).error.code).toBe('forbidden');
    const { reply } = await book(number, 4 * CREDIT, 'A');
    expect(reply).toMatchObject({ kind: 'credit-note', corrects: number, gross: 4 * CREDIT });
    expect((await book(number, 4 * CREDIT, 'A')).reply.number).toBe(reply.number);
    expect((await book(number, 7 * CREDIT, 'B')).error.code).toBe('refund-too-large');
    expect((await book(reply.number, CREDIT, 'C')).error.code).toBe('not-an-invoice');
    expect((await book('2020-000001', CREDIT, 'C')).error.code).toBe('not-found');
    expect((await own.call(readBillingInformation, asOwner(tenant))).reply.credits).toBe(6);
    expect((await reconcile(own.database.db)).discrepancies).toEqual([]);
  });

  it('is not taken for one of another invoice or amount because of its reference', async () => {
    const tenant = await createTenant(own, 'free');
    await setUpBilling(own, tenant);
    const [first, second] = [await buyCredits(own, tenant, 10), await buyCredits(own, tenant, 10)];
    expect((await book(first, 4 * CREDIT, 'Statement 12')).status).toBe(200);
    expect((await book(second, 4 * CREDIT, 'Statement 12')).error.code).toBe('refund-reference-reused');
    expect((await book(first, 3 * CREDIT, 'Statement 12')).error.code).toBe('refund-reference-reused');
    expect((await book(second, 4 * CREDIT, 'Statement 12, line 2')).reply.corrects).toBe(second);
    expect((await own.call(readBillingInformation, asOwner(tenant))).reply.credits).toBe(12);
  });
});

const NOTHING: Share = { net: 0, vat: 0, credits: 0 };

function add(a: Share, b: Share): Share {
  return { net: a.net + b.net, vat: a.vat + b.vat, credits: a.credits + b.credits };
}

it('returns VAT and credits in proportion', () => {
  const sold = { net: 10_000, vat: 1_900, credits: 100 };
  expect(shareOf(sold, NOTHING, 5_950)).toEqual({ net: 5_000, vat: 950, credits: 50 });
  expect(shareOf(sold, NOTHING, 11_900)).toEqual(sold);
});

it('adds up to the whole after any number of refunds, and never to more', () => {
  const purchase = fc.record({ credits: fc.integer({ min: 1, max: 500 }), price: fc.integer({ min: 1, max: 300 }) });
  const property = fc.property(
    purchase,
    fc.constantFrom(0, 7.7, 19, 25),
    fc.array(fc.integer({ min: 1, max: 5_000 })),
    ({ credits, price }, percent, amounts) => {
      const net = credits * price;
      const sold = { net, vat: Math.round((net * percent) / 100), credits };
      let back = NOTHING;
      for (const amount of [...amounts, sold.net + sold.vat]) {
        const share = shareOf(sold, back, amount);
        expect(Math.min(share.net, share.vat, share.credits)).toBeGreaterThanOrEqual(0);
        back = add(back, share);
      }
      expect(back).toEqual(sold);
    },
  );
  fc.assert(property);
});
