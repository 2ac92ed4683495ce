// @vitest-environment happy-dom
import type { Machine } from '@berth/contract/api/machines';
import type { Rollout } from '@berth/contract/api/rollouts';
import type { MachineId, OrganizationId } from '@berth/contract/ids';
import { storeAccessToken } from '@berth/web/data/access-token.ts';
import { startTexts } from '@berth/web/i18n/store.ts';
import { answerTexts } from '@berth/web/testing/browser.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { activateOrganization } from '../../data/active-organization.ts';
import { queryClient } from '../../data/query.ts';
import { showConsolePart } from '../../testing/console-part.tsx';
import { rolloutsQuery } from '../rollouts/queries.ts';
import { MessagesNotice } from './machine/notices.tsx';
import { MachineStatus, RevisionStatus } from './machine-status.tsx';
import { useLive } from './use-live.ts';

beforeEach(async () => {
  vi.stubGlobal('fetch', answerTexts);
  localStorage.setItem('locale', JSON.stringify({ language: 'eng' }));
  await startTexts(['console', 'machines']);
});

const refused = {
  online: true,
  appliedRevision: 7,
  desiredRevision: 7,
  upToDate: true,
  messages: ['/thinhoc/kiosk: unknown session'],
};

it('a machine that refused a part of its profile is not shown as current in the list', async () => {
  const page = await showConsolePart(<RevisionStatus machine={refused as unknown as Machine} />);
  expect(page.textContent).toContain('Configuration rejected');
  expect(page.textContent).not.toContain('Current');
  expect(page.querySelector('[title]')?.getAttribute('title')).toBe(refused.messages[0]);
  const fine = await showConsolePart(<RevisionStatus machine={{ ...refused, messages: [] } as unknown as Machine} />);
  expect(fine.textContent).toContain('Current (rev. 7)');
});

it('a machine that shows the right revision with other layers is not shown as current', async () => {
  const machine = { ...refused, upToDate: false, messages: [] } as unknown as Machine;
  expect((await showConsolePart(<RevisionStatus machine={machine} />)).textContent).toMatch(/Layers pending$/);
});

it('while a rollout is under way, one revision is current and the other one is rolling out', async () => {
  const orgId = '00000000-0000-4000-8000-000000000001' as OrganizationId;
  const profileId = '00000000-0000-4000-8000-000000000002';
  activateOrganization(orgId);
  const rollout = { profileId, fromRevision: 6, toRevision: 7, state: 'running' };
  queryClient.setQueryData(rolloutsQuery(orgId).queryKey, [rollout as unknown as Rollout]);
  const shown = async (revision: number) => {
    const revisions = { appliedRevision: revision, desiredRevision: revision, upToDate: true };
    const machine = { online: true, profileId, ...revisions, messages: [] };
    return (await showConsolePart(<RevisionStatus machine={machine as unknown as Machine} />)).textContent;
  };
  expect(await shown(6)).toMatch(/Current \(rev\. 6\)$/);
  expect(await shown(7)).toMatch(/Rolling out \(rev\. 7\)$/);
  await act(async () => {
    const done = { ...rollout, state: 'finished' } as unknown as Rollout;
    queryClient.setQueryData(rolloutsQuery(orgId).queryKey, [done]);
  });
  expect(await shown(7)).toMatch(/Current \(rev\. 7\)$/);
  activateOrganization(null);
});

it('its page shows what it refused', async () => {
  const page = await showConsolePart(<MessagesNotice messages={refused.messages} />);
  expect(page.querySelector('[role=alert]')?.textContent).toContain(refused.messages[0]);
  const fine = await showConsolePart(<MessagesNotice messages={[]} />);
  expect(fine.querySelector('[role=alert]')).toBeNull();
});

it.each([
  [{ online: true, status: 'normal' }, 0, 'Online', 'quiet'],
  [{ online: true, status: 'updating' }, 0, 'Updating', 'info'],
  [{ online: true, status: 'reboot-needed' }, 0, 'Reboot needed', 'warn'],
  [{ online: false, status: 'normal' }, 2, 'Offline, 2 hours', 'quiet'],
  [{ online: false, status: 'normal' }, 8 * 24, 'Offline, 8 days', 'warn'],
  // Its last report is outdated.
  [{ online: false, status: 'updating' }, 0, 'Offline', 'quiet'],
])('a machine that is %j for %i hours is shown as %s: %s', async (state, hours, word, tone) => {
  const lastSeen = hours === 0 ? null : new Date(Date.now() - hours * 3_600_000 - 1_000).toISOString();
  const machine = { ...state, lastSeen } as unknown as Machine;
  const page = await showConsolePart(<MachineStatus machine={machine} />);
  expect(page.querySelector('span')?.textContent).toBe(word);
  // Normal states have neither icon nor color.
  expect(page.querySelector('svg')?.parentElement?.dataset.tone ?? 'quiet').toBe(tone);
});

it('the list polls visible machines every second: one that went offline is shown as offline', async () => {
  const [orgId, id] = ['00000000-0000-4000-8000-000000000001' as OrganizationId, 'a'.repeat(32) as MachineId];
  const asked: { readonly at: number; readonly address: string; readonly etag: string | null }[] = [];
  const body = (online: boolean) => [{ id, online, status: 'normal' }];
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    asked.push({ at: performance.now(), address, etag: new Headers(init?.headers).get('if-none-match') });
    if (asked.length === 2) return new Response(null, { status: 304 });
    return Response.json(body(asked.length === 1), { headers: { etag: `"${asked.length}"` } });
  });
  storeAccessToken('a-token', Date.now() + 3_600_000);
  const Row = () => {
    const machine = useLive(orgId, [id]).get(id);
    return machine ? <MachineStatus machine={machine} /> : null;
  };
  const page = await showConsolePart(
    <QueryClientProvider client={queryClient}>
      <Row />
    </QueryClientProvider>,
  );
  const word = () => page.querySelector('span')?.textContent;
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  await vi.waitFor(() => expect(word()).toBe('Online'), { timeout: 60_000 });
  await vi.waitFor(() => expect(word()).toBe('Offline'), { timeout: 60_000 });
  expect(asked[0]?.address).toContain(`/organization/${orgId}/machines/runtime?ids=${id}`);
  expect(asked.slice(0, 3).map(({ etag }) => etag)).toEqual([null, '"1"', '"1"']);
  expect((asked[2]?.at ?? 0) - (asked[0]?.at ?? 0)).toBeGreaterThan(1_900);
});
