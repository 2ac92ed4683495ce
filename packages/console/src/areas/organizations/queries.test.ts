// @vitest-environment happy-dom
import type { OrganizationId } from '@berth/contract/ids';
import { storeAccessToken } from '@berth/web/data/access-token.ts';
import { startLoopback } from '@berth/web/testing/loopback.ts';
import { expect, it, vi } from 'vitest';
import { activeOrganizationId } from '../../data/active-organization.ts';
import { chooseOrganization } from './queries.ts';

it('choosing the active organization loads its profiles too', async () => {
  const id = '00000000-0000-4000-8000-000000000001' as OrganizationId;
  const { received } = await startLoopback(() => ({ body: [] }));
  storeAccessToken('a-token', Date.now() + 3_600_000);
  chooseOrganization(id);
  expect(activeOrganizationId()).toBe(id);
  await vi.waitFor(
    () => expect(new Set(received.map(({ path }) => path))).toEqual(new Set([`/api/organization/${id}/profiles`])),
    {
      timeout: 60_000,
    },
  );
});
