// @vitest-environment happy-dom
import type { MachineId, OrganizationId, ProfileId, RolloutId, WebhookId } from '@berth/contract/ids';
import { decide } from '@berth/web/paths/decide.ts';
import { paths } from '@berth/web/paths/paths.ts';
import { DEVICE_SCREENS, type SCREENS, screenAt } from '@berth/web/paths/screens.ts';
import { matchRoutes, type RouteObject } from 'react-router';
import { describe, expect, it } from 'vitest';
import { routes } from './routes.tsx';

const signedIn = { authenticated: true, activeOrganization: true, cloudVersion: false, lastRoute: null };
const ELSEWHERE = '*';

const pathOf = (address: string) => new URL(address, 'https://berth.example').pathname;
const routeAt = (address: string): string | undefined =>
  matchRoutes(routes as RouteObject[], pathOf(address))?.at(-1)?.route.path;

const BUILT: readonly (readonly [address: string, screen: keyof typeof SCREENS])[] = [
  [paths.accessToken(), 'access-token'],
  [paths.appCatalog(), 'app-catalog'],
  [paths.guide(), 'guide'],
  [paths.guide('index#credits'), 'guide'],
  [paths.guide('add-a-machine'), 'guide'],
  [paths.error('access denied & more'), 'error'],
  [paths.demoSignIn(), 'demo-login'],
  [paths.signIn({ redirectUrl: '/manage', demo: true }), 'login'],
  [paths.localSession(), 'session'],
  [paths.manageSignIn('/manage/machines'), 'manage-login'],
  [paths.signedOut(), 'manage-login'],
  [paths.manage(), 'organization-select'],
  [paths.organizationSelect(), 'organization-select'],
  [paths.organization('o1' as OrganizationId), 'organization'],
  [paths.profiles(), 'profiles'],
  [paths.profile('p1' as ProfileId, 'network/dns'), 'profile'],
  [paths.rollouts({ profile: 'p1' as ProfileId }), 'rollouts'],
  [paths.rollout('r1' as RolloutId), 'rollout'],
  [paths.machines(), 'machines'],
  [paths.deployment('flex'), 'machines'],
  [paths.machine('m1' as MachineId), 'machine'],
  [paths.users(), 'users'],
  [paths.overview(), 'overview'],
  [paths.enrollment(), 'enrollment'],
  [paths.schedules(), 'schedules'],
  [paths.os(), 'os'],
  [paths.osVersion({ channel: 'stable', architecture: 'x64', version: '1.10' }), 'os-version'],
  [paths.layers(), 'layers'],
  [paths.authentication(), 'authentication'],
  [paths.billing('buy'), 'billing'],
  [paths.audit(), 'audit'],
  [paths.apiKeys(), 'api-keys'],
  [paths.webhooks(), 'webhooks'],
  [paths.webhook('w1' as WebhookId), 'webhook'],
  [paths.account(), 'account'],
  [paths.openInvoices(), 'open-invoices'],
  [paths.server(), 'server'],
  [paths.productIds(), 'product-ids'],
];

describe('the path builder', () => {
  it.each(BUILT)('%s is the path of %s', (address, screen) => {
    expect(screenAt(pathOf(address))).toBe(screen);
    expect(decide(pathOf(address), signedIn)).toEqual({ kind: 'show', screen });
  });

  it('encodes parameters as text', () => {
    const url = new URL(paths.error('a&b=c#d'), 'https://berth.example');
    expect(url.searchParams.get('error_description')).toBe('a&b=c#d');
  });
});

describe('the router', () => {
  const own = BUILT.filter(([, screen]) => !DEVICE_SCREENS.has(screen));

  it.each(own)('has a page for %s', (address) => {
    expect(routeAt(address)).not.toBe(ELSEWHERE);
  });

  it('has none for other documents and unknown paths', () => {
    expect(routeAt('/greeter')).toBe(ELSEWHERE);
    expect(routeAt('/no/such/page')).toBe(ELSEWHERE);
  });
});
