// @vitest-environment happy-dom
import type { OrganizationId } from '@berth/contract/ids';
import { storeAccessToken } from '@berth/web/data/access-token.ts';
import { chooseLanguage, loadTexts } from '@berth/web/i18n/store.ts';
import { answerTexts } from '@berth/web/testing/browser.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, type ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { Component as LayersPage } from '../areas/layers/layers-page.tsx';
import { HistoryPanel } from '../areas/machines/machine/history-panel.tsx';
import { Component as ProductIdsPage } from '../areas/product-ids/product-ids-page.tsx';
import { FailedMachines } from '../areas/rollouts/progress.tsx';
import { Component as RolloutsPage } from '../areas/rollouts/rollouts-page.tsx';
import { DeliveriesPanel } from '../areas/webhooks/deliveries-panel.tsx';
import { activateOrganization } from '../data/active-organization.ts';
import { queryClient } from '../data/query.ts';
import { showConsolePart } from '../testing/console-part.tsx';

const ORGANIZATION = 'b2f7f0b6-4b52-4e5e-9d53-30d2f7a8d0c1' as OrganizationId;
const AT = '2026-11-30T10:00:00Z';

const product = {
  hint: 'ABCD',
  deployment: 'smartsignage',
  note: '',
  createdAt: AT,
  createdBy: 'a@b.c',
  machineId: null,
};
const delivery = { event: 'machines.rename', state: 'failed', attempts: 10, createdAt: AT, responseStatus: 500 };
const layer = { name: 'Layer', scope: 'machine', machineName: 'Desk', settings: 1, lockCount: 0, heldRevision: null };
const rollout = { profileId: null, layerId: null, fromRevision: 1, toRevision: 2, state: 'finished', author: 'a@b.c' };
const counts = { waiting: 0, told: 0, confirmed: 0, failed: 130, silent: 0 };

const LISTS: Readonly<Record<string, { page: ReactNode; path: string; rows: number; each: object }>> = {
  'product IDs': { page: <ProductIdsPage />, path: '/platform/product-ids', rows: 1_200, each: product },
  'deliveries of a webhook': {
    page: <DeliveriesPanel target={{ orgId: ORGANIZATION, webhook: { id: 'w' } as never }} />,
    path: '/deliveries',
    rows: 130,
    each: { ...delivery, lastAttemptAt: AT, nextAttemptAt: null, failure: 'status', error: null },
  },
  layers: { page: <LayersPage />, path: '/layers', rows: 1_300, each: { ...layer, tag: null, updatedAt: AT } },
  rollouts: {
    page: <RolloutsPage />,
    path: '/rollouts',
    rows: 130,
    each: { ...rollout, createdAt: AT, groups: [] },
  },
  'entries of a machine in the audit log': {
    page: <HistoryPanel machine={{ id: 'm', organizationId: ORGANIZATION } as never} />,
    path: '/audit',
    rows: 130,
    each: { time: AT, action: 'machines.rename', actor: { kind: 'person', id: 'p', name: 'a@b.c' } },
  },
  'machines that a rollout failed on': {
    page: (
      <FailedMachines rollout={{ id: 'r', organizationId: ORGANIZATION, groups: [{ machines: counts }] } as never} />
    ),
    path: '/rollouts/r/machines',
    rows: 130,
    each: { name: 'Desk', group: 0, state: 'failed', error: 'Broken' },
  },
};

beforeEach(async () => {
  queryClient.clear();
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (address) => answerTexts(String(address)));
  activateOrganization(ORGANIZATION);
  storeAccessToken('a-token', Date.now() + 3_600_000);
  await loadTexts(['common', 'console', 'errors', 'machines', 'keys', 'audit', 'products', 'rollouts']);
  await chooseLanguage('eng');
});

it.each(Object.keys(LISTS))('all %s can be reached', async (name) => {
  const { page, path, rows, each } = LISTS[name] as (typeof LISTS)[string];
  const all = Array.from({ length: rows }, (_, at) => ({ ...each, id: `${at}`, sequence: at }));
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (address) => {
    const { pathname, searchParams } = new URL(String(address), 'http://server');
    if (!pathname.startsWith('/api')) return answerTexts(String(address));
    if (!pathname.endsWith(path)) return Response.json([]);
    const { skip, limit } = { limit: 1_000, ...Object.fromEntries(searchParams), ...filterOf(searchParams) };
    return Response.json(all.slice(Number(skip), Number(skip) + Number(limit)));
  });
  const shown = await showConsolePart(
    <MemoryRouter>
      <QueryClientProvider client={queryClient}>{page}</QueryClientProvider>
    </MemoryRouter>,
  );
  const count = () => shown.querySelectorAll('tbody tr, ul > li').length;
  const more = () => [...shown.querySelectorAll('button')].find(({ textContent }) => textContent === 'Show more');
  await act(async () => vi.waitFor(() => expect(count()).toBeGreaterThan(0)));
  while (more()) {
    const before = count();
    await act(async () => more()?.click());
    await act(async () => vi.waitFor(() => expect(count()).toBeGreaterThan(before)));
  }
  expect(count()).toBe(rows);
});

function filterOf(params: URLSearchParams): { readonly skip: number; readonly limit?: number } {
  return { skip: Number(params.get('skip')), ...JSON.parse(params.get('filter') ?? '{}') };
}
