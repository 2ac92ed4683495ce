import { randomUUID } from 'node:crypto';
import type { Api } from './api.ts';

const DETAILS = {
  company: 'Sample GmbH',
  street: 'Ring 1',
  postcode: '20457',
  city: 'Hamburg',
  country: 'DE',
  vatId: 'DE136695976',
  email: 'invoices@company.example',
};

/** Sets up an organization's billing and buys credits by bank transfer: their invoices are open. */
export async function buyCredits(api: Api, organization: string, amounts: readonly number[]): Promise<void> {
  const billing = `/organizations/${organization}/billing`;
  await api.send('POST', billing, DETAILS);
  await api.send('POST', `${billing}/payment-method`);
  for (const credits of amounts) await api.send('POST', `${billing}/purchases`, { credits, key: randomUUID() });
}
