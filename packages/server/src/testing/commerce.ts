import { randomUUID } from 'node:crypto';
import {
  type BillingDetails,
  bookPayment,
  changeTier,
  createBilling,
  purchaseCredits,
  setUpPayment,
} from '@berth/contract/api/billing';
import { PLATFORM_ADMIN } from '@berth/contract/rules/permissions';
import { asOwner, createTenant, type Tenant } from './fleet.ts';
import type { TestServer } from './server.ts';
import type { StripeStub } from './stripe.ts';

/** A company in the seller's country, with a valid VAT ID. */
export const DETAILS: BillingDetails = {
  company: 'Reederei Nord',
  email: 'einkauf@example.org',
  street: 'Hafenstraße 5',
  postcode: '28195',
  city: 'Bremen',
  country: 'DE',
  vatId: 'DE136695976',
};

/** Sets up a billing account as the tenant's owner. */
export async function setUpBilling(
  server: TestServer,
  tenant: Tenant,
  details: Partial<BillingDetails> = {},
): Promise<void> {
  const call = asOwner(tenant);
  const created = await server.call(createBilling, { ...call, body: { ...DETAILS, ...details } });
  if (created.status !== 201) throw new Error(JSON.stringify(created.json));
  await server.call(setUpPayment, call);
}

/** The event of a card entered on Stripe's page. */
export function cardEntered(stripe: StripeStub, { organizationId }: Tenant, card: string, created?: number) {
  const intent = { id: `seti_${card}`, customer: 'cus_1', payment_method: card, metadata: { payer: organizationId } };
  return stripe.event('setup_intent.succeeded', intent, created === undefined ? {} : { created });
}

/** A tenant that pays by card. */
export async function createPayingTenant(server: TestServer, stripe: StripeStub): Promise<Tenant> {
  const tenant = await createTenant(server, 'free');
  await setUpBilling(server, tenant);
  const status = await stripe.send(server.url, cardEntered(stripe, tenant, 'pm_first'));
  if (status !== 200) throw new Error(`The card was answered with ${status}`);
  return tenant;
}

/** Buys credits as the owner and records the bank transfer. */
export async function buyCredits(server: TestServer, tenant: Tenant, credits: number): Promise<string> {
  const body = { credits, key: randomUUID() };
  const bought = await server.call(purchaseCredits, { ...asOwner(tenant), body });
  const { invoiceNumber: number, gross: amount } = bought.reply;
  if (number === null) throw new Error('No invoice was issued');
  const { token } = await server.person({ permissions: [PLATFORM_ADMIN] });
  const booked = await server.call(bookPayment, { params: { number }, token, body: { amount, reference: 'Test' } });
  if (booked.status !== 200) throw new Error(JSON.stringify(booked.json));
  return number;
}

export async function switchTier(server: TestServer, tenant: Tenant, mgmtTier: 'free' | 'pro') {
  return server.call(changeTier, { ...asOwner(tenant), body: { mgmtTier } });
}
