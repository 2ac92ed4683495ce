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
import type { Tenant } from './fleet.ts';
import type { TestServer } from './server.ts';

/** A company at the seller's home, with a number whose checksum is right. */
export const DETAILS: BillingDetails = {
  company: 'Reederei Nord',
  email: 'einkauf@example.org',
  street: 'Hafenstraße 5',
  postcode: '28195',
  city: 'Bremen',
  country: 'DE',
  vatId: 'DE136695976',
};

/** A billing account that is set up, made by the tenant's owner. */
export async function setUpBilling(
  server: TestServer,
  { owner, organizationId: id }: Tenant,
  details: Partial<BillingDetails> = {},
): Promise<void> {
  const call = { params: { id }, token: owner.token };
  const created = await server.call(createBilling, { ...call, body: { ...DETAILS, ...details } });
  if (created.status !== 201) throw new Error(JSON.stringify(created.json));
  await server.call(setUpPayment, call);
}

/** Credits that were bought by the owner and whose bank transfer was booked. */
export async function buyCredits(
  server: TestServer,
  { owner, organizationId: id }: Tenant,
  credits: number,
): Promise<string> {
  const body = { credits, key: randomUUID() };
  const bought = await server.call(purchaseCredits, { params: { id }, token: owner.token, body });
  const { invoiceNumber: number, gross: amount } = bought.reply;
  if (number === null) throw new Error('No invoice was issued');
  const { token } = await server.person({ permissions: [PLATFORM_ADMIN] });
  const booked = await server.call(bookPayment, { params: { number }, token, body: { amount, reference: 'Test' } });
  if (booked.status !== 200) throw new Error(JSON.stringify(booked.json));
  return number;
}

export async function switchTier(server: TestServer, { owner, organizationId: id }: Tenant, mgmtTier: 'free' | 'pro') {
  return server.call(changeTier, { params: { id }, token: owner.token, body: { mgmtTier } });
}
