import { randomUUID } from 'node:crypto';
import { listAudit } from '@berth/contract/api/audit';
import {
  bookPayment,
  grantCredits,
  listInvoices,
  listOpenInvoices,
  listPurchases,
  listUsage,
  purchaseCredits,
  quoteCredits,
  readBillingInformation,
} from '@berth/contract/api/billing';
import { PLATFORM_ADMIN } from '@berth/contract/rules/permissions';
import { describe, expect, it } from 'vitest';
import { buyCredits, setUpBilling, switchTier } from '../../../testing/commerce.ts';
import { addMachine, asOwner, createTenant, type Person, type Tenant } from '../../../testing/fleet.ts';
import { bootServer, sharedServer } from '../../../testing/server.ts';

const server = await sharedServer();
const support = await server.person({ permissions: [PLATFORM_ADMIN] });

async function payingTenant(details = {}): Promise<Tenant> {
  const tenant = await createTenant(server, 'free');
  await setUpBilling(server, tenant, details);
  return tenant;
}

function purchase(tenant: Tenant, credits: number, key: string = randomUUID()) {
  return server.call(purchaseCredits, { ...asOwner(tenant), body: { credits, key } });
}

function book(number: string, amount: number, { token }: Person = support) {
  const body = { amount, reference: 'SEPA 4711' };
  return server.call(bookPayment, { params: { number }, token, body });
}

async function credits(tenant: Tenant): Promise<number> {
  return (await server.call(readBillingInformation, asOwner(tenant))).reply.credits;
}

describe('a price', () => {
  it("is the operator's, for credits and for Pro", async () => {
    const billing = { ...server.config.billing, creditPrice: 250 };
    const dear = await bootServer({ config: { proCredits: 2, billing } });
    const tenant = await createTenant(dear, 'free');
    await setUpBilling(dear, tenant);
    expect((await dear.call(readBillingInformation, asOwner(tenant))).reply).toMatchObject({
      proCredits: 2,
      creditPrice: 250,
    });
    const { reply } = await dear.call(quoteCredits, { ...asOwner(tenant), query: { credits: 4 } });
    expect(reply).toMatchObject({ credits: 4, net: 1_000 });
    await buyCredits(dear, tenant, 5);
    await addMachine(dear, tenant);
    await switchTier(dear, tenant, 'pro');
    expect((await dear.call(readBillingInformation, asOwner(tenant))).reply.credits).toBe(3);
    await dear.stop();
  });

  it('limits the credits of a purchase to a sum that can be paid and stored', async () => {
    const billing = { ...server.config.billing, creditPrice: 1_000_000, vatPercent: 100 };
    const dear = await bootServer({ config: { billing } });
    const tenant = await createTenant(dear, 'free');
    await setUpBilling(dear, tenant);
    const order = (credits: number) =>
      dear.call(purchaseCredits, { ...asOwner(tenant), body: { credits, key: randomUUID() } });
    expect((await order(499)).reply).toMatchObject({ net: 499_000_000, vat: 499_000_000 });
    const refused = { status: 400, error: { faults: [{ path: '/credits', params: { limit: 499 } }] } };
    for (const credits of [500, 100_000]) expect(await order(credits)).toMatchObject(refused);
    expect(await dear.call(quoteCredits, { ...asOwner(tenant), query: { credits: 500 } })).toMatchObject(refused);
    await dear.stop();
  });

  it.each([
    [
      'at home, with VAT',
      'DE',
      'DE136695976',
      { vatTreatment: 'domestic', vatRate: 19, net: 700, vat: 133, gross: 833 },
    ],
    [
      'in the EU, reverse charge',
      'AT',
      'ATU13585627',
      { vatTreatment: 'reverse-charge', vatRate: 0, vat: 0, gross: 700 },
    ],
    ['elsewhere, outside of VAT', 'CH', 'CHE107787577MWST', { vatTreatment: 'outside-scope', vat: 0, gross: 700 }],
  ])('is calculated for a company %s', async (_, country, vatId, expected) => {
    const tenant = await payingTenant({ country, vatId });
    const { reply } = await server.call(quoteCredits, { ...asOwner(tenant), query: { credits: 7 } });
    expect(reply).toMatchObject({ credits: 7, currency: 'EUR', ...expected });
  });
});

describe('a purchase by bank transfer', () => {
  it('issues an invoice, and adds credits when its payment is recorded', async () => {
    const tenant = await payingTenant();
    const { reply, status } = await purchase(tenant, 250);
    expect(status).toBe(201);
    expect(reply).toMatchObject({ status: 'awaiting-payment', gross: 29_750, paidAt: null });
    expect(await credits(tenant)).toBe(0);

    const number = reply.invoiceNumber ?? '';
    const open = (await server.call(listOpenInvoices, { token: support.token })).reply;
    expect(open).toContainEqual(
      expect.objectContaining({
        number,
        gross: 29_750,
        organizationId: tenant.organizationId,
        company: 'Reederei Nord',
      }),
    );
    expect((await server.call(listOpenInvoices, { token: tenant.owner.token })).error.code).toBe('forbidden');
    expect((await book(number, 29_749)).error.code).toBe('wrong-payment-amount');
    expect((await book(number, 29_750, tenant.owner)).error.code).toBe('forbidden');
    expect(await credits(tenant)).toBe(0);
    expect((await book(number, 29_750)).reply.paidAt).not.toBeNull();
    expect(await credits(tenant)).toBe(250);
    expect((await book(number, 29_750)).error.code).toBe('payment-already-booked');
    expect(await credits(tenant)).toBe(250);

    expect((await server.call(listPurchases, asOwner(tenant))).reply).toMatchObject([{ status: 'paid', credits: 250 }]);
    expect((await server.call(listInvoices, asOwner(tenant))).reply).toMatchObject([{ number, gross: 29_750 }]);
    const log = (await server.call(listAudit, asOwner(tenant))).reply;
    expect(log[0]).toMatchObject({ action: 'billing.bookPayment', actor: support.email, targetId: number });
  });

  it('is one purchase, however often it is requested with the same key', async () => {
    const tenant = await payingTenant();
    const key = randomUUID();
    const results = await Promise.all(Array.from({ length: 10 }, () => purchase(tenant, 5, key)));
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(results.map(({ reply }) => reply.invoiceNumber)).size).toBe(1);
    expect((await server.call(listInvoices, asOwner(tenant))).reply).toHaveLength(1);
    expect((await purchase(tenant, 6, key)).error.code).toBe('purchase-key-reused');
  });

  it('is recorded once by two concurrent calls', async () => {
    const tenant = await payingTenant();
    const { invoiceNumber, gross } = (await purchase(tenant, 10)).reply;
    const results = await Promise.all(Array.from({ length: 6 }, () => book(invoiceNumber ?? '', gross)));
    expect(results.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    expect(await credits(tenant)).toBe(10);
  });

  it('requires an account that is set up', async () => {
    const tenant = await createTenant(server, 'free');
    expect((await purchase(tenant, 1)).error).toMatchObject({ status: 409, code: 'billing-not-set-up' });
  });

  it('numbers invoices without gaps across all organizations', async () => {
    const tenants = await Promise.all([payingTenant(), payingTenant(), payingTenant()]);
    const bought = await Promise.all(
      [...tenants, ...tenants, ...tenants].map(async (tenant) => (await purchase(tenant, 1)).reply.invoiceNumber ?? ''),
    );
    const numbers = bought.map((number) => Number(number.slice(5))).sort((a, b) => a - b);
    const [first = 0] = numbers;
    expect(numbers).toEqual(numbers.map((_, at) => first + at));
  });
});

describe('usage', () => {
  it('lists purchases and credits from support, with the reason', async () => {
    const tenant = await payingTenant();
    const number = await buyCredits(server, tenant, 20);
    const key = randomUUID();
    const grant = (body: { credits: number; reason: string; key: string }, { token }: Person = support) =>
      server.call(grantCredits, { params: { id: tenant.organizationId }, token, body });
    const gift = { credits: 5, reason: 'Sorry for the outage', key };
    expect((await grant(gift, tenant.owner)).error.code).toBe('forbidden');
    expect((await grant(gift)).reply).toEqual({ credits: 25 });
    expect((await grant(gift)).reply).toEqual({ credits: 25 });
    const back = { credits: -26, reason: 'Mistake', key: randomUUID() };
    expect((await grant(back)).error.code).toBe('insufficient-credits');
    expect((await server.call(listUsage, asOwner(tenant))).reply).toEqual([
      expect.objectContaining({ type: 'other', credits: 5, description: 'Sorry for the outage', item: null }),
      expect.objectContaining({ type: 'credit-purchase', credits: 20, description: number }),
    ]);
  });
});
