// @vitest-environment happy-dom
import { listAudit } from '@berth/contract/api/audit';
import { type FleetSummary, readStatistics, summarizeMachines, WARNINGS } from '@berth/contract/api/fleet';
import { listOrganizationMachines } from '@berth/contract/api/machines';
import { readProfile } from '@berth/contract/api/profiles';
import type { OrganizationId, ProfileId } from '@berth/contract/ids';
import type { Role } from '@berth/contract/rules/permissions';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router';
import { expect, it, onTestFinished, vi } from 'vitest';
import { activateOrganization } from '../../data/active-organization.ts';
import { queryKey } from '../../data/query.ts';
import { WidgetProvider } from '../../ui/mantine/provider.tsx';
import { informationQuery } from '../billing/queries.ts';
import { organizationsQuery, profilesQuery } from '../organizations/queries.ts';
import { rolloutsQuery } from '../rollouts/queries.ts';
import { Component } from './dashboard-page.tsx';

const orgId = 'b2f7f0b6-4b52-4e5e-9d53-30d2f7a8d0c1' as OrganizationId;

const profile = { id: '7c1dd10c-53a2-4f0b-8e2f-1f1f2a1e0b11' as ProfileId, name: 'Front desk', deployment: 'vanilla' };

/** The overview of an organization for a member, with these machines. */
function overviewFor(
  role: Role,
  machines: Pick<FleetSummary, 'total' | 'offline'>,
  profiles: readonly (typeof profile)[] = [],
  definition: object = {},
): HTMLElement {
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
  const people = { and: [{ actorKind: 'person' }, { action: { nin: ['machineActions.screenViewed'] } }] };
  const changes = { filter: JSON.stringify({ where: people, limit: 100 }) };
  answer(queryKey(listAudit, { params: { id: orgId }, query: changes }), []);
  answer(rolloutsQuery(orgId).queryKey, []);
  answer(queryKey(readStatistics, { params: { orgId } }), statistics);
  answer(profilesQuery(orgId).queryKey, profiles);
  for (const { id } of profiles) answer(queryKey(readProfile, { params: { id } }), { ...profile, id, definition });
  answer(organizationsQuery.queryKey, [{ id: orgId, name: 'Company', role }]);
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

vi.mock('@berth/web/data/client-config.ts', () => ({
  clientConfig: () => ({ demoApiBase: null }),
  realApiBase: () => '/api',
}));

it('shows what needs attention first, and each number links to the machines that it counts', () => {
  const place = overviewFor('administrator', { total: 40, offline: 4 });
  expect(place.querySelector('h2')?.textContent).toBe('machines.dashboard.needs');
  const needs = [...(place.querySelector('h2')?.closest('section')?.querySelectorAll('li') ?? [])].map(
    (line) => line.textContent,
  );
  // Urgent first.
  expect(needs).toEqual([
    '3machines.need.faultyFront deskWardmachines.dashboard.moremachines.dashboard.look.machines',
    '7machines.need.behindmachines.dashboard.look.machines',
  ]);
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

it('guides a new organization to its first profile, as far as permitted', () => {
  const owner = overviewFor('owner', { total: 0, offline: 0 });
  expect(stepsOf(owner)).toEqual(['machines.dashboard.next.profile', '', '']);
  expect([...owner.querySelectorAll('input[type=radio]')]).toHaveLength(3);
  expect(linksOf(owner, '')).toContain('/manage/users');
  const viewer = overviewFor('viewer', { total: 0, offline: 0 });
  expect(viewer.querySelector('ol')).toBeNull();
  expect(viewer.textContent).toContain('console.machines.empty.text');
});

it('ticks off what is done and opens the next step', () => {
  const withProfile = overviewFor('owner', { total: 0, offline: 0 }, [profile]);
  expect(stepsOf(withProfile)).toEqual(['done', 'machines.dashboard.next.machine', '']);
  const withMachine = overviewFor('owner', { total: 1, offline: 0 }, [profile]);
  expect(stepsOf(withMachine)).toEqual(['done', 'done', 'machines.dashboard.next.app']);
  expect(linksOf(withMachine, 'ol')).toEqual([`/manage/profile/${profile.id}?form=sessions%2Fwebapp`]);
});

it('has no steps once a machine has an app', () => {
  const definition = { thinhoc: { sessions: { webapp: [{}] } } };
  expect(overviewFor('owner', { total: 1, offline: 0 }, [profile], definition).querySelector('ol')).toBeNull();
});

/** Of each step: "done", its title while it is open, or nothing. */
function stepsOf(place: HTMLElement): string[] {
  return [...place.querySelectorAll('ol > li')].map((step) => {
    if (step.querySelector('[data-done]')) return 'done';
    return step.getAttribute('aria-current') === 'step' ? (step.querySelector('h2')?.textContent ?? '') : '';
  });
}
