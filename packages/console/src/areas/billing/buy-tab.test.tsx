// @vitest-environment happy-dom

import { quoteCredits, readBilling } from '@berth/contract/api/billing';
import type { OrganizationId } from '@berth/contract/ids';
import { typeText } from '@berth/web/testing/browser.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { queryKey } from '../../data/query.ts';
import { showConsolePart } from '../../testing/console-part.tsx';
import { DialogStack } from '../dialogs/stack.tsx';
import { BuyTab } from './buy-tab.tsx';

const orgId = 'b2f7f0b6-4b52-4e5e-9d53-30d2f7a8d0c1' as OrganizationId;
const quote = { credits: 100, net: 10_000, vat: 1_900, vatRate: 19, vatTreatment: 'domestic', gross: 11_900 };
let page: HTMLElement;

beforeEach(async () => {
  // Prices of other numbers get no reply.
  vi.spyOn(globalThis, 'fetch').mockReturnValue(new Promise(() => {}));
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const params = { id: orgId };
  client.setQueryData([...queryKey(readBilling, { params })], { state: 'set-up', manageable: true });
  client.setQueryData([...queryKey(quoteCredits, { params, query: { credits: 100 } })], { ...quote, currency: 'EUR' });
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
