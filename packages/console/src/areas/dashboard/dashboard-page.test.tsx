// @vitest-environment happy-dom
import { listAudit } from '@berth/contract/api/audit';
import { type FleetSummary, readStatistics, summarizeMachines, WARNINGS } from '@berth/contract/api/fleet';
import { listOrganizationMachines } from '@berth/contract/api/machines';
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
import { organizationRolloutsQuery } from '../rollouts/queries.ts';
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
  const warnings = { ...Object.fromEntries(WARNINGS.map((need) => [need, 0])), faulty: 3, behind: 7 };
  const versions = [{ version: '4.2.0', machines: 40 }];
  const statistics = { hours: [], versions, deployments: [{ deployment: 'vanilla', machines: 40 }], warnings };
  const named = ['Front desk', 'Ward'].map((name) => ({ id: name, name, messages: [] }));
  const faulty = { filter: JSON.stringify({ where: { faulty: true }, limit: 3 }) };
  answer(queryKey(listOrganizationMachines, { params: { orgId }, query: faulty }), named);
  const behind = { filter: JSON.stringify({ where: { behind: true }, limit: 3 }) };
  answer(queryKey(listOrganizationMachines, { params: { orgId }, query: behind }), []);
  const people = { and: [{ actorKind: 'person' }, { action: { nin: ['machineActions.looked'] } }] };
  const changes = { filter: JSON.stringify({ where: people, limit: 100 }) };
  answer(queryKey(listAudit, { params: { id: orgId }, query: changes }), []);
  answer(organizationRolloutsQuery(orgId).queryKey, []);
  answer(queryKey(readStatistics, { params: { orgId } }), statistics);
  answer(profilesQuery(orgId).queryKey, []);
  answer(organizationsQuery.queryKey, [{ id: orgId, name: 'Harbor', role }]);
  const organization = { id: orgId, name: 'Harbor', members: [{ email: 'grace@harbor.example' }] };
  answer(queryKey(readOrganization, { params: { id: orgId } }), organization);
  answer(informationQuery(orgId).queryKey, {
    credits: 50,
    creditsPerPeriod: 10,
    periodDays: 30,
    endsAt: null,
    arrears: null,
  });
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

it('shows what needs attention first, and each number links to the machines that it counts', () => {
  const place = overviewFor('administrator', { total: 40, offline: 4 });
  expect(place.querySelector('h2')?.textContent).toBe('machines.dashboard.needs');
  const needs = [...(place.querySelector('h2')?.closest('section')?.querySelectorAll('li') ?? [])].map(
    (line) => line.textContent,
  );
  // Urgent first.
  expect(needs).toEqual(['3machines.need.faultyFront deskWardmachines.dashboard.more', '7machines.need.behind']);
  const links = linksOf(place, '');
  for (const link of [
    'seen=all',
    'state=online',
    'state=offline&seen=all',
    'need=attention',
    'need=faulty',
    'need=behind',
    'version=4.2.0&seen=all',
  ]) {
    expect(links).toContain(`/manage/machines?${link}`);
  }
  expect(place.querySelector('ol')).toBeNull();
});

it('leaves out what the role may not see, and cards without content', () => {
  const place = overviewFor('viewer', { total: 40, offline: 0 });
  const titles = [...place.querySelectorAll('h2')].map((title) => title.textContent);
  expect(titles).toEqual(['machines.dashboard.needs', 'machines.dashboard.online', 'machines.dashboard.versions']);
});

it('guides a new organization to its first profile, machine and colleague, as far as permitted', () => {
  const none = { total: 0, offline: 0 };
  const steps = ['/manage/profiles', '/manage/enrollment', '/manage/users'];
  expect(linksOf(overviewFor('owner', none), 'ol')).toEqual(steps);
  const viewer = overviewFor('viewer', none);
  expect(viewer.querySelector('ol')).toBeNull();
  expect(viewer.textContent).toContain('console.machines.empty.text');
});
