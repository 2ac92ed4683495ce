// @vitest-environment happy-dom
import {
  HELD_BACK_MAX,
  type HeldBackMachine,
  listHeldBack,
  listOsVersions,
  readOsVersion,
} from '@berth/contract/api/os';
import type { MachineId, OrganizationId } from '@berth/contract/ids';
import { currentTexts, startTexts } from '@berth/web/i18n/store.ts';
import { answerTexts } from '@berth/web/testing/browser.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeAll, expect, it, vi } from 'vitest';
import { activateOrganization } from '../../data/active-organization.ts';
import { queryKey } from '../../data/query.ts';
import { showConsolePart } from '../../testing/console-part.tsx';
import { Component as OsPage } from './os-page.tsx';
import { Component as OsVersionPage } from './os-version-page.tsx';

const orgId = '00000000-0000-4000-8000-000000000001' as OrganizationId;
const id = '0'.repeat(32) as MachineId;
const offered = {
  version: '1.10',
  channel: 'stable',
  architecture: 'x64' as const,
  lowest: '1',
  issued: '2026-11-24T12:00:00Z',
  expires: '2126-11-24T12:00:00Z',
  bytes: 700_000_000,
  packages: 2,
};

const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
async function show(address: string, path: string, page: ReactNode): Promise<HTMLElement> {
  const router = createMemoryRouter(
    [
      { path, element: page },
      { path: '*', element: null },
    ],
    { initialEntries: [address] },
  );
  return showConsolePart(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}

let { t } = currentTexts();
beforeAll(async () => {
  vi.stubGlobal('fetch', async (address: string) => answerTexts(address));
  activateOrganization(orgId);
  await startTexts(['machines', 'common', 'errors']);
  ({ t } = currentTexts());
});

it('shows the versions with their machines, and why a machine is held back', async () => {
  const input = { params: { orgId } };
  client.setQueryData(queryKey(listOsVersions, input), {
    offered: [offered],
    installed: [{ kind: 'image', version: '1.9', channel: 'stable', architecture: 'x64', machines: 1 }],
  });
  const failure = { version: '1.10', reason: 'unhealthy' as const, at: '2026-11-24T12:00:00Z' };
  client.setQueryData(queryKey(listHeldBack, input), [
    {
      id,
      name: 'Reception',
      version: '1.9',
      channel: 'stable',
      reason: 'failed',
      wanted: '1.10',
      failure,
      message: null,
    },
  ]);
  const page = await show('/manage/os', '/manage/os', <OsPage />);
  const rows = [...page.querySelectorAll('tbody tr')].map((row) => row.textContent);
  expect(rows[0]).toContain(t('machines.os.status.newest'));
  expect(rows[1]).toContain(t('machines.os.status.gone'));
  expect(rows[2]).toContain('Reception1.91.10');
  expect(rows[2]).toContain(t('machines.os.held.failed.unhealthy'));
  expect(page.querySelector('tbody a')?.getAttribute('href')).toBe('/manage/os/1.10/stable/x64');
});

it('says that more machines are held back than it lists', async () => {
  const machine = { name: 'Desk', version: '1.9', channel: 'stable', reason: 'offline', wanted: '1.10' };
  const rest = { failure: null, message: null } as const;
  client.setQueryData(
    queryKey(listHeldBack, { params: { orgId } }),
    Array.from({ length: HELD_BACK_MAX }, (_, at) => ({ ...machine, ...rest, id: `${at}` }) as HeldBackMachine),
  );
  const page = await show('/manage/os', '/manage/os', <OsPage />);
  expect(page.textContent).toContain(t('machines.os.held.first', { max: HELD_BACK_MAX }));
});

it('finds the package that fixes a CVE', async () => {
  const fixes = ['CVE-2025-0001', 'CVE-2025-0002', 'CVE-2025-0003', 'CVE-2025-0004'];
  const input = { params: { orgId, version: '1.10' }, query: { channel: 'stable', architecture: 'x64' as const } };
  client.setQueryData(queryKey(readOsVersion, input), {
    packages: [
      { name: 'bash', version: '5.2-1', source: 'bash', fixes: [] },
      { name: 'libssl3t64', version: '3.5.1-1', source: 'openssl', fixes },
    ],
  });
  const path = '/manage/os/:version/:channel/:architecture';
  const page = await show('/manage/os/1.10/stable/x64?q=cve-2025-0004', path, <OsVersionPage />);
  const rows = [...page.querySelectorAll('tbody tr')].map((row) => row.textContent);
  expect(rows).toEqual([expect.stringContaining('libssl3t643.5.1-1openssl')]);
  expect(rows[0]).toContain('CVE-2025-0004');
  expect(rows[0]).toContain(t('machines.os.packages.more', { count: 1 }));
});
