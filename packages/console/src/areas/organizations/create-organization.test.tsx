// @vitest-environment happy-dom

import { storeAccessToken } from '@berth/web/data/access-token.ts';
import { typeText } from '@berth/web/testing/browser.ts';
import { QueryObserver } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { activateOrganization, activeOrganizationId } from '../../data/active-organization.ts';
import { queryClient } from '../../data/query.ts';
import { showDialogs } from '../../testing/console-part.tsx';
import { askForOrganization } from './create-organization.tsx';
import { organizationsQuery } from './queries.ts';

const ID = '00000000-0000-4000-8000-000000000001';

afterEach(() => {
  queryClient.clear();
  activateOrganization(null);
});

it('a new organization is loaded and active before the list is reloaded', async () => {
  const calls: string[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (address, init) => {
    const path = String(address).replace(/^.*\/api|\?.*$/g, '');
    calls.push(`${init?.method} ${path} ${activeOrganizationId() === ID ? 'active' : 'not active'}`);
    if (init?.method === 'POST') return Response.json({ data: { id: ID } }, { status: 201 });
    return Response.json(path === '/organizations' ? [{ id: ID, name: 'Lobby' }] : { id: ID, name: 'Lobby' });
  });
  storeAccessToken('a-token', Date.now() + 3_600_000);
  queryClient.setQueryData(organizationsQuery.queryKey, []);
  // A page that shows the list.
  const leave = new QueryObserver(queryClient, organizationsQuery).subscribe(() => {});
  const page = await showDialogs();
  let asked: Promise<unknown> = Promise.resolve();
  await act(async () => {
    asked = askForOrganization();
  });
  await typeText(page.querySelector('input'), 'Lobby');
  await act(async () => page.querySelector('form')?.requestSubmit());
  expect(await asked).toBe(ID);
  leave();
  expect(calls.filter((call) => call.includes('/organizations'))).toEqual([
    'POST /organizations not active',
    `GET /organizations/${ID} not active`,
    'GET /organizations active',
  ]);
});
