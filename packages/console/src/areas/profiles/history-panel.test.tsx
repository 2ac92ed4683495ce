// @vitest-environment happy-dom
import type { ProfileRevision } from '@berth/contract/api/profiles';
import type { OrganizationId, ProfileId } from '@berth/contract/ids';
import { pseudonymOf, restoredNote } from '@berth/contract/rules/text';
import { storeAccessToken } from '@berth/web/data/access-token.ts';
import { chooseLanguage, loadTexts } from '@berth/web/i18n/store.ts';
import { answerTexts } from '@berth/web/testing/browser.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { activateOrganization } from '../../data/active-organization.ts';
import { showConsolePart } from '../../testing/console-part.tsx';
import { DialogStack } from '../dialogs/stack.tsx';
import { organizationsQuery } from '../organizations/queries.ts';
import { rolloutsQuery } from '../rollouts/queries.ts';
import { HistoryPanel, revisionsQuery } from './history-panel.tsx';
import type { Draft } from './use-draft.ts';

const orgId = 'b2f7f0b6-4b52-4e5e-9d53-30d2f7a8d0c1' as OrganizationId;
const base = { id: '37cb57df-ecb4-4a73-863d-ccb10a0bd0f0' as ProfileId, organizationId: orgId, revision: 3 };
const made = { author: 'grace@company.example', createdAt: '2026-11-22T04:00:00.000Z' };
let page: HTMLElement;
let client: QueryClient;

beforeEach(async () => {
  storeAccessToken('a-token', Date.now() + 3_600_000);
  const summary = { total: 300, online: 300, updating: 0, rebootNeeded: 0, offline: 0 };
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (address) =>
    String(address).includes('/machines/summary') ? Response.json(summary) : answerTexts(String(address)),
  );
  await loadTexts(['common', 'console', 'errors', 'rollouts']);
  await chooseLanguage('eng');
  client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } } });
  const revisions = [
    { ...made, revision: 3, note: restoredNote(1) },
    { ...made, revision: 2, note: 'For the fair' },
    { ...made, revision: 1, note: null, author: pseudonymOf('0a1b2c3d-0000-4000-8000-000000000000') },
  ];
  keep(revisions);
  client.setQueryData(rolloutsQuery(orgId, { profileId: base.id }).queryKey, []);
  client.setQueryData(organizationsQuery.queryKey, [{ id: orgId, name: 'Company', role: 'owner' }] as never);
  activateOrganization(orgId);
  page = await showConsolePart(
    <QueryClientProvider client={client}>
      <HistoryPanel draft={{ base, isChanged: false } as Draft} />
      <DialogStack />
    </QueryClientProvider>,
  );
});

function keep(revisions: ProfileRevision[]): void {
  client.setQueryData(revisionsQuery(base.id).queryKey, { pages: [revisions], pageParams: [undefined] });
}

it('names the restored revision, and shows notes', () => {
  const [newest, before] = page.querySelectorAll('li');
  expect(newest?.textContent).toContain('Revision 1 restored');
  expect(before?.textContent).toContain('For the fair');
});

it('marks the current revision and the one being rolled out', async () => {
  const badges = () =>
    [...page.querySelectorAll('li')].map(({ textContent }) => /Current|Rolling out/.exec(textContent ?? '')?.[0]);
  expect(badges()).toEqual(['Current', undefined, undefined]);
  const rollout = { fromRevision: 2, toRevision: 3, state: 'paused' };
  await act(async () => {
    client.setQueryData(rolloutsQuery(orgId, { profileId: base.id }).queryKey, [rollout as never]);
  });
  await expect.poll(badges).toEqual(['Rolling out', 'Current', undefined]);
});

it('offers no restore while a rollout is in progress, because the server refuses it', async () => {
  const offered = () =>
    [...page.querySelectorAll('button')].filter(({ textContent }) => /Restore|Roll out/.test(textContent)).length;
  expect(offered()).toBe(4);
  const rollout = { fromRevision: 2, toRevision: 3, state: 'running' };
  await act(async () => {
    client.setQueryData(rolloutsQuery(orgId, { profileId: base.id }).queryKey, [rollout as never]);
  });
  await expect.poll(offered).toBe(0);
});

it('names people by their email address, and deleted accounts as such', () => {
  const [newest, , first] = page.querySelectorAll('li');
  expect(newest?.textContent).toContain('· grace@company.example');
  expect(first?.textContent).toContain('· (deleted account)');
  expect(first?.textContent).not.toContain('@');
});

it('asks before a revision is restored, with the number of machines', async () => {
  const restore = [...page.querySelectorAll('button')].filter(({ textContent }) => textContent === 'Restore').at(-1);
  await act(async () => restore?.click());
  await expect.poll(() => page.querySelector('[role=alertdialog]')?.textContent).toContain('300 machines');
});

it('says that the revisions of a comparison are no longer kept', async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (address) => {
    if (!String(address).includes('/compare')) return answerTexts(String(address));
    const error = { status: 404, code: 'not-found', message: 'Revision 1 of this profile not found.' };
    return Response.json({ error }, { status: 404 });
  });
  const shown = [...page.querySelectorAll('button')].find(({ textContent }) => textContent === 'Show changes');
  await act(async () => shown?.click());
  await expect.poll(() => page.querySelector('li')?.textContent).toContain('Older revisions are no longer kept.');
});

it('loads older revisions on demand, and says where the kept ones end', async () => {
  const revisions = (newest: number, count: number) =>
    Array.from({ length: count }, (_, at) => ({ ...made, revision: newest - at, note: null }));
  const older = vi.fn();
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (address) => {
    if (!String(address).includes('/revisions')) return answerTexts(String(address));
    older(String(address).replace(/.*\?/, ''));
    return Response.json(revisions(1_150, 3));
  });
  await act(async () => keep(revisions(1_200, 50)));
  const button = (text: string) => [...page.querySelectorAll('button')].filter((each) => each.textContent === text);
  await expect.poll(() => button('Show changes').length).toBe(50);
  expect(page.textContent).not.toContain('no longer kept');

  await act(async () => button('Show older revisions')[0]?.click());
  await expect.poll(() => page.querySelectorAll('li').length).toBe(53);
  expect(older).toHaveBeenCalledExactlyOnceWith('limit=50&before=1151');
  expect(page.textContent).toContain('Older revisions are no longer kept.');
  expect(button('Show older revisions')).toEqual([]);
  // The oldest one has nothing to be compared with.
  expect(button('Show changes')).toHaveLength(52);
});
