// @vitest-environment happy-dom
import type { OrganizationId } from '@berth/contract/ids';
import { storeAccessToken } from '@berth/web/data/access-token.ts';
import { chooseLanguage, loadTexts } from '@berth/web/i18n/store.ts';
import { answerTexts } from '@berth/web/testing/browser.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { showConsolePart } from '../../testing/console-part.tsx';
import { InvoicesTab } from './invoices-tab.tsx';

it('shows all invoices, of which the server sends a hundred unless asked for more', async () => {
  const invoices = Array.from({ length: 120 }, (_, at) => ({
    number: `B-${at}`,
    kind: 'invoice',
    state: 'paid',
    issuedAt: '2026-11-30T10:00:00Z',
    gross: 10,
    currency: 'EUR',
  }));
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (address) => {
    const { pathname, searchParams } = new URL(String(address), 'http://server');
    if (!pathname.endsWith('/billing/invoices')) return answerTexts(String(address));
    const { limit = 100, skip = 0 } = JSON.parse(searchParams.get('filter') ?? '{}');
    return Response.json(invoices.slice(skip, skip + limit));
  });
  storeAccessToken('a-token', Date.now() + 3_600_000);
  await loadTexts(['common', 'console', 'errors', 'billing']);
  await chooseLanguage('eng');
  const page = await showConsolePart(
    <QueryClientProvider client={new QueryClient()}>
      <InvoicesTab orgId={'b2f7f0b6-4b52-4e5e-9d53-30d2f7a8d0c1' as OrganizationId} />
    </QueryClientProvider>,
  );
  await act(async () => vi.waitFor(() => expect(page.querySelectorAll('tbody tr')).toHaveLength(invoices.length)));
});
