// @vitest-environment happy-dom
import { summarizeMachines } from '@berth/contract/api/fleet';
import { createSchedule } from '@berth/contract/api/schedules';
import type { OrganizationId } from '@berth/contract/ids';
import { ApiError } from '@berth/web/data/api-error.ts';
import { startTexts } from '@berth/web/i18n/store.ts';
import { answerTexts } from '@berth/web/testing/browser.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { activateOrganization } from '../../data/active-organization.ts';
import { queryClient } from '../../data/query.ts';
import { showConsolePart } from '../../testing/console-part.tsx';
import { informationQuery } from '../billing/queries.ts';
import { DialogStack } from '../dialogs/stack.tsx';
import { organizationsQuery } from '../organizations/queries.ts';
import { makeSchedule } from './schedule-actions.ts';

const call = vi.hoisted(() => vi.fn());
vi.mock('@berth/web/data/call.ts', () => ({ call, send: call }));

const orgId = '01234567-89ab-7cde-8f01-23456789abcd' as OrganizationId;

it('without Pro a scheduled reboot is marked, and its refusal shows the price for its machines', async () => {
  vi.stubGlobal('fetch', answerTexts);
  localStorage.setItem('locale', JSON.stringify({ language: 'eng' }));
  await startTexts(['console', 'machines', 'errors']);
  queryClient.setQueryData(organizationsQuery.queryKey, [{ id: orgId, name: 'Company', mgmtTier: 'free' }] as never);
  const prices = { proCredits: 3, periodDays: 30, creditPrice: 100, currency: 'EUR', state: 'set-up' };
  queryClient.setQueryData(informationQuery(orgId).queryKey, prices as never);
  activateOrganization(orgId);
  call.mockImplementation(async (endpoint: unknown) => {
    if (endpoint === createSchedule) throw new ApiError({ status: 402, code: 'upgrade-required', message: 'Pro.' });
    return endpoint === summarizeMachines ? { total: 200 } : [];
  });
  const page = await showConsolePart(
    <QueryClientProvider client={queryClient}>
      <DialogStack />
    </QueryClientProvider>,
  );
  await act(async () => void makeSchedule(orgId));
  const options = [...page.querySelectorAll('option')].map(({ textContent }) => textContent);
  expect(options).toEqual(expect.arrayContaining(['Reboot (Pro)', 'Shutdown (Pro)', 'Software update']));
  const name = page.querySelector<HTMLInputElement>('input[data-autofocus]');
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(name, 'Night');
    name?.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await act(async () => page.querySelector('form')?.requestSubmit());
  expect(page.querySelector('[role=alertdialog]')?.textContent).toContain('600 credits (€600.00 net) per 30 days');
  expect(name?.value).toBe('Night');
});
