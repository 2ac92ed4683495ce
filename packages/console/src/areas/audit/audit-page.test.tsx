// @vitest-environment happy-dom

import type { Organization } from '@berth/contract/api/organizations';
import type { OrganizationId } from '@berth/contract/ids';
import type { Role } from '@berth/contract/rules/permissions';
import { QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import { activateOrganization } from '../../data/active-organization.ts';
import { queryClient } from '../../data/query.ts';
import { showConsolePart } from '../../testing/console-part.tsx';
import { organizationsQuery } from '../organizations/queries.ts';
import { Component as AuditPage } from './audit-page.tsx';

const ID = '00000000-0000-4000-8000-000000000001' as OrganizationId;

it.each([
  ['owner', true],
  ['viewer', false],
] as const)('search, export and verification are offered to those who may read the log: %s', async (role, mayRead) => {
  vi.spyOn(globalThis, 'fetch').mockReturnValue(new Promise(() => {}));
  activateOrganization(ID);
  queryClient.setQueryData(organizationsQuery.queryKey, [{ id: ID, role: role as Role } as Organization]);
  const page = await showConsolePart(
    <MemoryRouter>
      <QueryClientProvider client={queryClient}>
        <AuditPage />
      </QueryClientProvider>
    </MemoryRouter>,
  );
  expect(page.textContent).toContain('audit.title');
  expect(page.textContent?.includes('audit.export')).toBe(mayRead);
  expect(page.querySelector('input') !== null).toBe(mayRead);
});
