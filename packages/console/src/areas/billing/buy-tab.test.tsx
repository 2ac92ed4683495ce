// @vitest-environment happy-dom

import { purchaseCredits, quoteCredits, readBilling, readBillingInformation } from '@berth/contract/api/billing';
import type { OrganizationId } from '@berth/contract/ids';
import { clearAccessToken, storeAccessToken } from '@berth/web/data/access-token.ts';
import { typeText } from '@berth/web/testing/browser.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { queryKey } from '../../data/query.ts';
import { showConsolePart } from '../../testing/console-part.tsx';
import { DialogStack } from '../dialogs/stack.tsx';
import { BuyTab } from './buy-tab.tsx';

const orgId = 'b2f7f0b6-4b52-4e5e-9d53-30d2f7a8d0c1' as OrganizationId;
const quote = { credits: 100, net: 10_000, vat: 1_900, vatRate: 19, vatTreatment: 'domestic', gross: 11_900 };
let page: HTMLElement;
let client: QueryClient;

beforeEach(async () => {
  // Prices of other numbers get no reply.
  vi.spyOn(globalThis, 'fetch').mockReturnValue(new Promise(() => {}));
  client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const params = { id: orgId };
  client.setQueryData([...queryKey(readBilling, { params })], { state: 'set-up', manageable: true });
  client.setQueryData([...queryKey(quoteCredits, { params, query: { credits: 100 } })], { ...quote, currency: 'EUR' });
  client.setQueryData([...queryKey(readBillingInformation, { params })], { creditPrice: 100 });
  page = await showConsolePart(
    <QueryClientProvider client={client}>
      <BuyTab orgId={orgId} />
      <DialogStack />
    </QueryClientProvider>,
  );
});

const sums = () => [...page.querySelectorAll('td')].map(({ textContent }) => textContent ?? '');
const buy = () => [...page.querySelectorAll('button')].find(({ textContent }) => textContent === 'billing.buy.submit');
const type = (text: string) => typeText(page.querySelector('input'), text);

it('offers a number of credits for its price', async () => {
  expect(sums()[2]).toContain('119');
  await act(async () => buy()?.click());
  const leave = page.querySelector<HTMLButtonElement>('[role=alertdialog] button');
  expect(leave).not.toBeNull();
  await act(async () => leave?.click());
});

it.each(['200', '1000000', ''])('does not offer %j for the price of 100 credits', async (text) => {
  await type(text);
  expect(sums().join('')).not.toMatch(/[0-9]/);
  await act(async () => buy()?.click());
  expect(page.querySelector('[role=alertdialog]')).toBeNull();
});

it('repeats an order without a reply under its key: nothing is bought twice', async () => {
  storeAccessToken('token', Date.now() + 600_000);
  onTestFinished(clearAccessToken);
  const keys: unknown[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_address, init) => {
    if (init?.method !== purchaseCredits.method) return new Promise(() => {});
    keys.push(JSON.parse(String(init?.body)).key);
    throw new TypeError('Failed to fetch');
  });
  const press = (label: string) =>
    act(async () => [...page.querySelectorAll('button')].find(({ textContent }) => textContent === label)?.click());
  for (let times = 0; times < 2; times++) {
    await press('billing.buy.submit');
    await press('billing.buy.confirm.yes');
    await press('common.close');
  }
  expect(keys).toHaveLength(2);
  expect(keys[1]).toBe(keys[0]);
});

it('offers no more credits than a purchase may cost', async () => {
  const key = queryKey(readBillingInformation, { params: { id: orgId } });
  await act(async () => client.setQueryData([...key], { creditPrice: 1_000_000 }));
  await type('500');
  expect(page.textContent).toContain('billing.buy.range');
  const packs = [...page.querySelectorAll('button[aria-pressed]')].map(({ textContent }) => textContent);
  expect(packs).toEqual(['50', '100']);
});
