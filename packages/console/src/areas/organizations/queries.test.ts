// @vitest-environment happy-dom
import type { OrganizationId } from '@berth/contract/ids';
import { storeAccessToken } from '@berth/web/data/access-token.ts';
import { startLoopback } from '@berth/web/testing/loopback.ts';
import { expect, it, vi } from 'vitest';
import { activeOrganizationId } from '../../data/active-organization.ts';
import { queryClient } from '../../data/query.ts';
import { chooseOrganization, profilesQuery } from './queries.ts';

it('choosing the active organization loads its profiles too', async () => {
  const id = '00000000-0000-4000-8000-000000000001' as OrganizationId;
  const { received } = await startLoopback(() => ({ body: [] }));
  storeAccessToken('a-token', Date.now() + 3_600_000);
  chooseOrganization(id);
  expect(activeOrganizationId()).toBe(id);
  await vi.waitFor(
    () =>
      expect(new Set(received.map(({ path }) => path.replace(/\?.*/, '')))).toEqual(
        new Set([`/api/organization/${id}/profiles`]),
      ),
    {
      timeout: 60_000,
    },
  );
});

it('an organization shows all of its profiles, of which the server sends a hundred unless asked for more', async () => {
  const profiles = Array.from({ length: 1_234 }, (_, at) => ({ id: `${at}`, name: `School ${at}` }));
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (address) => {
    const { searchParams } = new URL(String(address), 'http://server');
    const { limit = 100, skip = 0 } = JSON.parse(searchParams.get('filter') ?? '{}');
    return Response.json(profiles.slice(skip, skip + limit));
  });
  storeAccessToken('a-token', Date.now() + 3_600_000);
  const orgId = '00000000-0000-4000-8000-000000000002' as OrganizationId;
  expect(await queryClient.fetchQuery(profilesQuery(orgId))).toHaveLength(profiles.length);
});
