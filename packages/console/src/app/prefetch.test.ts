// @vitest-environment happy-dom
import type { OrganizationId } from '@berth/contract/ids';
import { storeAccessToken } from '@berth/web/data/access-token.ts';
import { startLoopback } from '@berth/web/testing/loopback.ts';
import { matchRoutes } from 'react-router';
import { expect, it, vi } from 'vitest';
import { activateOrganization } from '../data/active-organization.ts';
import { routes } from './routes.tsx';

it("a page's data are requested while its code loads, not after it", async () => {
  const id = '00000000-0000-4000-8000-000000000001' as OrganizationId;
  const { received } = await startLoopback(() => ({ body: [] }));
  storeAccessToken('a-token', Date.now() + 3_600_000);
  activateOrganization(id);
  for (const { route } of matchRoutes(routes, '/manage/machines')?.slice(1) ?? []) {
    if (typeof route.loader === 'function') route.loader({} as never);
  }
  await vi.waitFor(
    () =>
      expect(new Set(received.map(({ path }) => path.split('?')[0]))).toEqual(
        new Set(['/api/organizations', `/api/organization/${id}/profiles`, `/api/organization/${id}/machines/summary`]),
      ),
    { timeout: 60_000 },
  );
});
