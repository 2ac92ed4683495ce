// @vitest-environment happy-dom
import { type FleetSummary, readStatistics, summarizeMachines, WARNINGS } from '@berth/contract/api/fleet';
import { readOrganization } from '@berth/contract/api/organizations';
import type { OrganizationId } from '@berth/contract/ids';
import type { Role } from '@berth/contract/rules/permissions';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router';
import { expect, it, onTestFinished } from 'vitest';
import { activateOrganization } from '../../data/active-organization.ts';
import { queryKey } from '../../data/query.ts';
import { WidgetProvider } from '../../ui/mantine/provider.tsx';
import { informationQuery } from '../billing/queries.ts';
import { organizationsQuery, profilesQuery } from '../organizations/queries.ts';
import { Component } from './dashboard-page.tsx';

const orgId = 'b2f7f0b6-4b52-4e5e-9d53-30d2f7a8d0c1' as OrganizationId;

/** The overview of an organization for a member, with these machines. */
function overviewFor(role: Role, machines: Pick<FleetSummary, 'total' | 'offline'>): HTMLElement {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const answer = (key: readonly unknown[], value: unknown) => void client.setQueryData([...key], value);
  const summary = (where: object, counts: object) => {
    const query = { filter: JSON.stringify({ where }) };
    answer(queryKey(summarizeMachines, { params: { orgId }, query }), counts);
  };
  summary({}, machines);
  summary({ or: WARNINGS.map((need) => ({ [need]: true })) }, { total: 7 });
  const warnings = Object.fromEntries(WARNINGS.map((need) => [need, 0]));
  const statistics = { hours: [], versions: [], deployments: [], warnings };
  answer(queryKey(readStatistics, { params: { orgId } }), statistics);
  answer(profilesQuery(orgId).queryKey, []);
  answer(organizationsQuery.queryKey, [{ id: orgId, name: 'Harbor', role }]);
  const organization = { id: orgId, name: 'Harbor', members: [{ email: 'grace@harbor.example' }] };
  answer(queryKey(readOrganization, { params: { id: orgId } }), organization);
  answer(informationQuery(orgId).queryKey, { credits: 50 });
  activateOrganization(orgId);
  const place = document.createElement('div');
  const root = createRoot(place);
  flushSync(() =>
    root.render(
      <QueryClientProvider client={client}>
        <WidgetProvider>
          <MemoryRouter>
            <Component />
          </MemoryRouter>
        </WidgetProvider>
      </QueryClientProvider>,
    ),
  );
  onTestFinished(() => root.unmount());
  return place;
}

function linksOf(place: HTMLElement, within: string): (string | null)[] {
  return [...place.querySelectorAll(`${within} a`)].map((link) => link.getAttribute('href'));
}

it('shows figures of machines that link to the machines they count', () => {
  const place = overviewFor('administrator', { total: 40, offline: 4 });
  const figures = [...place.querySelectorAll('ul:first-of-type > li')].slice(0, 6).map((tile) => tile.textContent);
  expect(figures).toEqual([
    'console.state.online36',
    'console.state.offline4',
    'machines.dashboard.needing7',
    'console.nav.profiles0',
    'console.nav.users1',
    'console.nav.billing50',
  ]);
  expect(linksOf(place, 'ul')).toContain('/manage/machines?state=offline');
  expect(place.querySelector('ol')).toBeNull();
});

it('guides a new organization to its first profile, machine and colleague, as far as permitted', () => {
  const none = { total: 0, offline: 0 };
  const steps = ['/manage/profiles', '/manage/enrollment', '/manage/users'];
  expect(linksOf(overviewFor('owner', none), 'ol')).toEqual(steps);
  const viewer = overviewFor('viewer', none);
  expect(viewer.querySelector('ol')).toBeNull();
  expect(viewer.textContent).toContain('console.machines.empty.text');
  expect(viewer.textContent).not.toContain('console.nav.billing');
});
