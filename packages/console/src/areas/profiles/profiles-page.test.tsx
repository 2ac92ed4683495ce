// @vitest-environment happy-dom
import type { BillingInformation } from '@berth/contract/api/billing-information';
import type { Organization } from '@berth/contract/api/organizations';
import type { ProfileSummary } from '@berth/contract/api/profiles';
import type { OrganizationId } from '@berth/contract/ids';
import { storeAccessToken } from '@berth/web/data/access-token.ts';
import { startTexts } from '@berth/web/i18n/store.ts';
import { answerTexts } from '@berth/web/testing/browser.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { activateOrganization } from '../../data/active-organization.ts';
import { queryClient } from '../../data/query.ts';
import { showConsolePart } from '../../testing/console-part.tsx';
import { DialogStack, leaveDialogs } from '../dialogs/stack.tsx';
import { Component as ProfilesPage } from './profiles-page.tsx';

const ORG = '00000000-0000-4000-8000-000000000001' as OrganizationId;
const BILLING: Partial<BillingInformation> = {
  state: 'none',
  proCredits: 3,
  periodDays: 30,
  creditPrice: 100,
  currency: 'EUR',
};
const ONLY = { id: '00000000-0000-4000-8000-000000000002', name: 'Only', revision: 1, updatedBy: 'Ada' };
let profiles: readonly Partial<ProfileSummary>[];
let mgmtTier: Organization['mgmtTier'];
let created: string[];

async function answer(address: string, init?: RequestInit): Promise<Response> {
  if (address.includes('/i18n/')) return answerTexts(address);
  if (init?.method === 'POST') created.push(address);
  if (address.includes('/machines/summary')) return Response.json({ total: 22 });
  if (address.includes('/billing-information')) return Response.json(BILLING);
  if (address.includes('/profiles')) return Response.json(profiles);
  if (address.includes('/organizations')) return Response.json([{ id: ORG, role: 'owner', mgmtTier }]);
  return answerTexts(address);
}

beforeEach(async () => {
  created = [];
  vi.stubGlobal('fetch', answer);
  localStorage.setItem('locale', JSON.stringify({ language: 'eng' }));
  storeAccessToken('a-token', Date.now() + 3_600_000);
  activateOrganization(ORG);
  await startTexts(['console']);
});
afterEach(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  await act(async () => leaveDialogs());
  activateOrganization(null);
  queryClient.clear();
});

async function open(tier: Organization['mgmtTier'], existing: readonly Partial<ProfileSummary>[]) {
  mgmtTier = tier;
  profiles = existing;
  const page = await showConsolePart(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <ProfilesPage />
        <DialogStack />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  // Later updates are awaited by their effect.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  const button = (name: string) => {
    const all = [...page.querySelectorAll<HTMLButtonElement>('button')];
    const found = all.find(({ textContent }) => textContent?.startsWith(name));
    if (!found) throw new Error(`no button "${name}"`);
    return found;
  };
  await vi.waitFor(() => button('Create profile'));
  return { page, button };
}

const updatedAt = '2026-11-22T12:00:00.000Z';

it.each(['Create profile', 'Import'])(
  'on Free, "%s" is marked and shows the price of a second profile before anything else',
  async (name) => {
    const chosen = vi.spyOn(HTMLInputElement.prototype, 'click');
    const { page, button } = await open('free', [{ ...ONLY, updatedAt } as ProfileSummary]);
    expect(button(name).textContent).toBe(`${name}Pro`);
    button(name).click();
    const said = await vi.waitFor(() => {
      const dialog = page.querySelector('[role=alertdialog]');
      expect(dialog?.textContent).toContain('Pro required');
      return dialog?.querySelector('p')?.textContent;
    });
    expect(said).toContain('Billing is not set up yet. Pro costs 3 credits (€3.00 net) per machine per 30 days.');
    expect(said).toContain('For all your 22 machines, that is 66 credits (€66.00 net) per 30 days.');
    expect(page.querySelector('dialog input')).toBeNull();
    expect(chosen).not.toHaveBeenCalled();
    expect(created).toEqual([]);
  },
);

it.each([
  ['the first profile on Free', 'free', []],
  ['a second one on Pro', 'pro', [{ ...ONLY, updatedAt }]],
] as const)('%s asks for a name right away, and nothing is marked', async (_, tier, existing) => {
  const { page, button } = await open(tier, existing as unknown as ProfileSummary[]);
  expect(button('Create profile').textContent).toBe('Create profile');
  button('Create profile').click();
  await vi.waitFor(() => expect(page.querySelector('dialog input')).not.toBeNull());
});
