// @vitest-environment happy-dom
import type { OrganizationId } from '@berth/contract/ids';
import { storeAccessToken } from '@berth/web/data/access-token.ts';
import { type Received, type Reply, startLoopback } from '@berth/web/testing/loopback.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { activateOrganization } from '../../data/active-organization.ts';
import { queryClient } from '../../data/query.ts';
import {
  type ActiveOrganization,
  type OrganizationLists,
  useActiveOrganizationState,
  useOrganizationLists,
} from './organization-state.ts';

const ID = '00000000-0000-4000-8000-000000000001' as OrganizationId;
const COMPANY = { id: ID, name: 'Company Office' };
const SCHOOL = { id: '00000000-0000-4000-8000-000000000000' as OrganizationId, name: 'School' };
const refusal = (status: number, message: string): Reply => ({
  status,
  body: { error: { status, code: 'of-a-later-version', message, requestId: 'r1' } },
});

afterEach(() => {
  queryClient.clear();
  activateOrganization(null);
});

/** Makes the test server the page's own origin. */
function sameOrigin(): void {
  const { happyDOM } = window as unknown as { happyDOM: { settings: { fetch: { disableSameOriginPolicy: boolean } } } };
  happyDOM.settings.fetch.disableSameOriginPolicy = true;
}

/** What a page sees of the organizations in each render, with these server replies. */
async function watch(answer: (request: Received) => Reply | undefined) {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  sameOrigin();
  await startLoopback(answer);
  storeAccessToken('a-token', Date.now() + 3_600_000);
  const seen: (OrganizationLists & ActiveOrganization)[] = [];
  function Watcher() {
    seen.push({ ...useOrganizationLists(), ...useActiveOrganizationState() });
    return null;
  }
  const root = createRoot(document.createElement('div'));
  onTestFinished(() => act(async () => root.unmount()));
  await act(async () =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <Watcher />
      </QueryClientProvider>,
    ),
  );
  const last = () => seen.at(-1) as OrganizationLists & ActiveOrganization;
  return { first: seen[0] as OrganizationLists & ActiveOrganization, last };
}

const until = (check: () => void) => vi.waitFor(() => act(async () => check()), 60_000);

it('lists are LOADING, then LOADED, or EMPTY without entries', async () => {
  const { first, last } = await watch(({ path }) => ({
    body: path.endsWith('/invitations') ? { data: [] } : [COMPANY, SCHOOL],
  }));
  expect(first).toMatchObject({ organizationsState: 'LOADING', invitations: { state: 'LOADING', data: [] } });
  await until(() => expect(last().invitations.state).toBe('EMPTY'));
  await until(() => expect(last().organizationsState).toBe('LOADED'));
  expect(last().availableOrganizations).toEqual([COMPANY, SCHOOL]);
});

it('a list that cannot be loaded is in state ERROR; pending invitations include the reason', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onTestFinished(() => logged.mockRestore());
  const { last } = await watch(() => refusal(403, 'Not on a Sunday.'));
  await until(() => expect(last().organizationsState).toBe('ERROR'));
  await until(() => expect(last().invitations).toEqual({ data: [], state: 'ERROR', error: 'Not on a Sunday.' }));
  expect(logged).toHaveBeenCalledWith('organizations.list', expect.objectContaining({ status: 403 }));
});

it('the data of the active organization are IDLE without one, then LOADING and LOADED', async () => {
  const { first, last } = await watch(({ path }) => {
    if (path.endsWith(ID)) return { body: COMPANY };
    return { body: path.endsWith('/invitations') ? { data: [] } : [COMPANY] };
  });
  expect(first).toMatchObject({ activeOrganizationId: null, activeOrganizationState: 'IDLE' });
  await act(async () => activateOrganization(ID));
  expect(last().activeOrganizationState).toBe('LOADING');
  await until(() => expect(last().activeOrganizationState).toBe('LOADED'));
  expect(last()).toMatchObject({ activeOrganizationId: ID, activeOrganization: COMPANY, errorDescription: undefined });
});

it('an active organization that cannot be loaded is in state ERROR, and its errorDescription is the message', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onTestFinished(() => logged.mockRestore());
  activateOrganization(ID);
  const { last } = await watch(() => refusal(403, 'The company is closed.'));
  await until(() => expect(last().activeOrganizationState).toBe('ERROR'));
  expect(last().errorDescription).toBe('The company is closed.');
});
