// @vitest-environment happy-dom
import type { ListedAuditEntry } from '@berth/contract/api/audit';
import type { OrganizationId } from '@berth/contract/ids';
import type { Role } from '@berth/contract/rules/permissions';
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
import { organizationsQuery } from '../organizations/queries.ts';
import { UndoEntry } from './undo-entry.tsx';

const ORG = '00000000-0000-4000-8000-000000000001' as OrganizationId;
const PROFILE = '00000000-0000-4000-8000-000000000002';
const MACHINE = 'a'.repeat(32);
const RENAMED = { action: 'machines.rename', targetId: MACHINE, before: { name: 'Desk' }, after: { name: 'Till' } };
const SAVED = { action: 'profiles.change', targetId: PROFILE, before: { revision: 4 }, after: { revision: 5 } };

const AUTH = {
  action: 'organizationSettings.changeAuth',
  targetId: ORG,
  before: { local: { enabled: true } },
  after: { local: { enabled: false } },
};
const SCHEDULE = { id: PROFILE, name: 'Updates', type: 'trigger-update', time: '03:00', days: ['sunday'], revision: 2 };
const HOOK = { id: PROFILE, url: 'https://events.company.example/', events: ['*'], enabled: true };

/** What the server has now, and the writes that it received. */
let now: object | undefined;
let writes: { readonly call: string; readonly body: unknown; readonly ifMatch: string | null }[];

async function answer(address: string, init: RequestInit = {}): Promise<Response> {
  if (address.startsWith('/assets/')) return answerTexts(address);
  const { method = 'GET', body } = init;
  if (method !== 'GET') {
    const ifMatch = new Headers(init.headers).get('if-match');
    writes.push({ call: `${method} ${address}`, body: body ? JSON.parse(String(body)) : undefined, ifMatch });
  }
  if (address.endsWith('/organizations')) return Response.json(organizations);
  if (now === undefined) return Response.json({ error: { code: 'not-found', message: '' } }, { status: 404 });
  return Response.json(now, { headers: { etag: '"7"' } });
}

let organizations: readonly object[];

function actAs(role: Role): void {
  organizations = [{ id: ORG, name: 'Acme', role }];
  queryClient.setQueryData(organizationsQuery.queryKey, organizations as never);
}

beforeEach(async () => {
  writes = [];
  queryClient.clear();
  vi.stubGlobal('fetch', answer);
  localStorage.setItem('locale', JSON.stringify({ language: 'eng' }));
  storeAccessToken('a-token', Date.now() + 3_600_000);
  activateOrganization(ORG);
  await startTexts(['console', 'audit', 'errors', 'common']);
  actAs('owner');
});

afterEach(() => act(async () => leaveDialogs()));

async function show(entry: Partial<ListedAuditEntry>) {
  const page = await showConsolePart(
    <MemoryRouter>
      <QueryClientProvider client={queryClient}>
        <UndoEntry entry={{ sequence: 1, ...entry } as ListedAuditEntry} />
        <DialogStack />
      </QueryClientProvider>
    </MemoryRouter>,
  );
  const button = () => page.querySelector('button');
  const said = () => page.querySelector('p[role=status]')?.textContent;
  /** Until the server has said how the target stands now. */
  const settled = () =>
    vi.waitUntil(() => act(async () => page.querySelector('button, p[role=status]')), { timeout: 60_000 });
  return { page, button, said, settled };
}

it.each([
  ['a renamed machine', RENAMED, { name: 'Till' }, 'PATCH', { name: 'Desk' }, null],
  [
    'changed tags, in another order',
    { action: 'machineActions.tag', targetId: MACHINE, before: { tags: ['a'] }, after: { tags: ['b', 'c'] } },
    { tags: ['c', 'b'] },
    'PUT',
    { tags: ['a'] },
    null,
  ],
  [
    'a removed note',
    { action: 'machineActions.note', targetId: MACHINE, before: { note: 'Room 4' }, after: { note: '' } },
    { note: '' },
    'PUT',
    { note: 'Room 4' },
    null,
  ],
  ['a saved profile, as the revision before', SAVED, { revision: 5 }, 'POST', undefined, '"5"'],
  [
    'a switch of the organization',
    {
      action: 'organizationSettings.changeSwitches',
      targetId: ORG,
      before: { shellCommands: false },
      after: { shellCommands: true },
    },
    { shellCommands: true },
    'PUT',
    { shellCommands: false },
    null,
  ],
  ['login settings', AUTH, { data: AUTH.after }, 'PUT', AUTH.before, '"7"'],
  [
    'the variant of a machine',
    {
      action: 'machines.changeDeployment',
      targetId: MACHINE,
      before: { deployment: 'smartsignage' },
      after: { deployment: 'flex' },
    },
    { deployment: 'flex' },
    'PATCH',
    {},
    null,
  ],
  [
    'a machine’s own settings',
    {
      action: 'machines.changeContext',
      targetId: MACHINE,
      before: { sip: { user: 'a' } },
      after: { sip: { user: 'b' } },
    },
    { sip: { user: 'b' } },
    'PUT',
    { sip: { user: 'a' } },
    '"7"',
  ],
  [
    'a schedule, without running it at once',
    { action: 'schedules.change', targetId: PROFILE, before: SCHEDULE, after: { ...SCHEDULE, time: '05:00' } },
    { ...SCHEDULE, time: '05:00', revision: 3 },
    'PUT',
    { name: 'Updates', time: '03:00', days: ['sunday'], skipOpenWindow: true },
    '"3"',
  ],
  [
    'a webhook',
    { action: 'webhooks.change', targetId: PROFILE, before: HOOK, after: { ...HOOK, enabled: false } },
    [{ ...HOOK, enabled: false }],
    'PATCH',
    { url: HOOK.url, events: HOOK.events, enabled: true },
    null,
  ],
  [
    'a profile given to many machines',
    {
      action: 'fleet.change',
      targetId: ORG,
      before: { changes: [{ machineIds: [MACHINE], profileId: 'old' }] },
      after: { profileId: PROFILE, machines: 1 },
    },
    [{ id: MACHINE, profileId: PROFILE, tags: [] }],
    'POST',
    { machineIds: [MACHINE], profileId: 'old' },
    null,
  ],
])('undoes %s by an ordinary write', async (_, entry, current, method, body, ifMatch) => {
  now = current;
  const { button, settled } = await show(entry);
  await settled();
  expect(button()?.textContent).toBe('Undo this change');
  await act(async () => button()?.click());
  await vi.waitUntil(() => act(async () => writes.length > 0), { timeout: 60_000 });
  expect(writes).toMatchObject([{ call: expect.stringContaining(method), body, ifMatch }]);
});

it.each([
  ['changed since', RENAMED, { name: 'Counter' }, /changed since/],
  ['saved again since', SAVED, { revision: 6 }, /changed since/],
  ['a replaced secret', { ...AUTH, before: { ...AUTH.before, replacesSecret: true } }, { data: {} }, /not in the log/],
  [
    'given to another profile since',
    {
      action: 'fleet.change',
      targetId: ORG,
      before: { changes: [{ machineIds: [MACHINE], profileId: 'old' }] },
      after: { profileId: PROFILE, machines: 1 },
    },
    [{ id: MACHINE, profileId: 'third', tags: [] }],
    /changed since/,
  ],
  ['deleted since', RENAMED, undefined, /no longer exists/],
  [
    'without an earlier value',
    { action: 'machines.assignProfile', targetId: MACHINE, before: { profileId: null }, after: { profileId: PROFILE } },
    { profileId: PROFILE },
    /not in the log/,
  ],
])('says why what was %s has no way back', async (_, entry, current, why) => {
  now = current;
  const { button, said, settled } = await show(entry);
  await settled();
  expect(button()).toBeNull();
  expect(said()).toMatch(why);
});

it('does nothing when somebody changes the same before the click, and says so', async () => {
  now = { name: 'Till' };
  const { page, button, settled } = await show(RENAMED);
  await settled();
  now = { name: 'Counter' };
  await act(async () => button()?.click());
  await vi.waitUntil(() => act(async () => page.querySelector('dialog')), { timeout: 60_000 });
  expect(page.querySelector('dialog')?.textContent).toContain('Nothing was undone.');
  expect(writes).toEqual([]);
});

it('offers nothing to whoever may not change it, and for entries that change no setting', async () => {
  now = { name: 'Till' };
  actAs('viewer');
  expect((await show(RENAMED)).page.querySelector('button, [role=status]')).toBeNull();
  actAs('owner');
  const login = { action: 'sessions.start', targetId: null, before: null, after: null };
  expect((await show(login)).page.querySelector('button, [role=status]')).toBeNull();
});
