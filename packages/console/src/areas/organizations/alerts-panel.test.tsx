// @vitest-environment happy-dom

import type { OrganizationId } from '@berth/contract/ids';
import { storeAccessToken } from '@berth/web/data/access-token.ts';
import { storePerson } from '@berth/web/data/auth/person.ts';
import { startTexts } from '@berth/web/i18n/store.ts';
import { answerTexts } from '@berth/web/testing/browser.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../data/query.ts';
import { showConsolePart } from '../../testing/console-part.tsx';
import { AlertsPanel } from './alerts-panel.tsx';

const ID = '00000000-0000-4000-8000-000000000001' as OrganizationId;
const saved: unknown[] = [];

beforeEach(async () => {
  queryClient.clear();
  saved.length = 0;
  vi.stubGlobal('fetch', answerTexts);
  localStorage.setItem('locale', JSON.stringify({ language: 'eng' }));
  await startTexts(['common', 'members', 'errors']);
  vi.stubGlobal('fetch', async (_address: string | URL, init?: RequestInit) => {
    if (init?.method === 'PUT') saved.push(JSON.parse(String(init.body)));
    return Response.json(saved.at(-1) ?? { topics: ['credits'] });
  });
  storeAccessToken('a-token', Date.now() + 3_600_000);
  storePerson({ id: 'p', email: 'ada@example.org', permissions: [] });
});

const show = (role: 'owner' | 'viewer') =>
  showConsolePart(
    <QueryClientProvider client={queryClient}>
      <AlertsPanel id={ID} role={role} />
    </QueryClientProvider>,
  );

it("shows and saves the user's choice, and says where the emails go", async () => {
  const page = await show('owner');
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  const boxes = () => [...page.querySelectorAll<HTMLInputElement>('input[type=checkbox]')];
  await vi.waitFor(() => expect(boxes().map(({ checked }) => checked)).toEqual([false, false, true]));
  expect(page.textContent).toContain('To ada@example.org');
  expect(page.textContent).toContain('offline for 7 days');
  boxes()[0]?.click();
  await vi.waitFor(() => expect(boxes().map(({ checked }) => checked)).toEqual([true, false, true]));
  expect(saved).toEqual([{ topics: ['credits', 'machines'] }]);
  boxes()[2]?.click();
  await vi.waitFor(() => expect(saved).toHaveLength(2));
  expect(saved[1]).toEqual({ topics: ['machines'] });
});

it('says that the choice could not be loaded, and loads it again', async () => {
  const answer = fetch;
  const refused = { error: { status: 500, code: 'internal', message: 'Broken', requestId: 'r1' } };
  vi.stubGlobal('fetch', async () => Response.json(refused, { status: 500 }));
  const page = await show('owner');
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  await vi.waitFor(() => expect(page.querySelector('button')).not.toBeNull(), { timeout: 30_000 });
  expect(page.textContent).toContain('Email alerts');
  vi.stubGlobal('fetch', answer);
  page.querySelector('button')?.click();
  await vi.waitFor(() => expect(page.querySelectorAll('input[type=checkbox]')).toHaveLength(3));
});

it('offers a viewer no emails about credits', async () => {
  const page = await show('viewer');
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  await vi.waitFor(() => expect(page.querySelectorAll('input[type=checkbox]')).toHaveLength(2));
  expect(page.textContent).not.toContain('Credits');
});
