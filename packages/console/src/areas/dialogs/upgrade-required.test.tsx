// @vitest-environment happy-dom
import type { BillingInformation } from '@berth/contract/api/billing-information';
import type { OrganizationId } from '@berth/contract/ids';
import { ApiError } from '@berth/web/data/api-error.ts';
import { chooseLanguage, loadTexts } from '@berth/web/i18n/store.ts';
import { setNavigate } from '@berth/web/paths/paths.ts';
import { answerTexts } from '@berth/web/testing/browser.ts';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { activateOrganization } from '../../data/active-organization.ts';
import { queryClient } from '../../data/query.ts';
import { showDialogs } from '../../testing/console-part.tsx';
import { lacksPro } from '../billing/pro-gate.tsx';
import { informationQuery } from '../billing/queries.ts';
import { organizationsQuery } from '../organizations/queries.ts';
import { prompt } from './prompt.tsx';
import { showError } from './show-error.tsx';
import { upgradeRequired } from './upgrade-required.tsx';

const proRequired = new ApiError({ status: 402, code: 'upgrade-required', message: 'Pro.' });
const navigate = vi.fn();
let page: HTMLElement;
let answer: Promise<string | undefined>;

beforeEach(async () => {
  navigate.mockClear();
  setNavigate((path) => navigate(path));
  page = await showDialogs();
  const run = async () => {
    await showError(proRequired);
    throw proRequired;
  };
  await act(async () => {
    answer = prompt(() => ({ title: 'Create profile', label: 'Name', value: 'Second', run }));
  });
  await act(async () => page.querySelector('form')?.requestSubmit());
});

const press = (which: 'first' | 'last') =>
  act(async () => {
    const buttons = [...page.querySelectorAll<HTMLButtonElement>('[role=alertdialog] button')];
    buttons.at(which === 'first' ? 0 : -1)?.click();
  });

it('links to credits and tiers, and closes the refused dialog', async () => {
  await press('last');
  expect(navigate).toHaveBeenCalledExactlyOnceWith('/manage/billing');
  expect(page.querySelector('dialog')).toBeNull();
  expect(await answer).toBeUndefined();
});

it('keeps the input when closed', async () => {
  await press('first');
  expect(navigate).not.toHaveBeenCalled();
  expect(page.querySelector('input')?.value).toBe('Second');
});

const FREE: BillingInformation = {
  state: 'set-up',
  mgmtTier: 'free',
  credits: 0,
  creditsPerPeriod: 0,
  endsAt: null,
  forecast: [],
  arrears: null,
  proCredits: 3,
  periodDays: 30,
  creditPrice: 100,
  currency: 'EUR',
};

describe('the price of Pro', () => {
  const orgId = '01234567-89ab-7cde-8f01-23456789abcd' as OrganizationId;
  const said = () => page.querySelector('[role=alertdialog] p')?.textContent;

  beforeEach(async () => {
    vi.stubGlobal('fetch', answerTexts);
    await act(() => chooseLanguage('eng'));
    await act(() => loadTexts(['console']));
  });
  afterEach(() => {
    activateOrganization(null);
    queryClient.clear();
  });

  it('is shown in credits and money if known', async () => {
    activateOrganization(orgId);
    await act(async () => {
      queryClient.setQueryData(informationQuery(orgId).queryKey, FREE);
    });
    await act(() => chooseLanguage('eng'));
    expect(said()).toContain('Pro costs 3 credits (€3.00 net) per machine per 30 days. If you stay on Free');
  });

  it('is shown for the selected machines, after missing billing', async () => {
    activateOrganization(orgId);
    queryClient.setQueryData(informationQuery(orgId).queryKey, { ...FREE, state: 'none', proCredits: 2 });
    await act(async () => void upgradeRequired(200));
    expect([...page.querySelectorAll('[role=alertdialog] p')].at(-1)?.textContent).toContain(
      'Billing is not set up yet. Pro costs 2 credits (€2.00 net) per machine per 30 days. ' +
        'For these 200 machines, that is 400 credits (€400.00 net) per 30 days.',
    );
  });

  it('is not offered where Pro is paused: the credits ran out', async () => {
    activateOrganization(orgId);
    const organization = { id: orgId, name: 'Company', mgmtTier: 'pro', proLapsed: true, role: 'owner' };
    queryClient.setQueryData(organizationsQuery.queryKey, [organization] as never);
    expect(lacksPro(orgId)).toBe(true);
    await act(async () => void upgradeRequired(200));
    const last = [...page.querySelectorAll('[role=alertdialog]')].at(-1)?.textContent;
    expect(last).toContain('Pro is paused');
    expect(last).toContain('Buy credits to continue.');
    expect(last).not.toContain('If you stay on Free');
  });

  it('is shown in credits without access to billing', () => {
    expect(said()).toContain('Pro costs credits per machine per 30 days. If you stay on Free');
  });
});
