// @vitest-environment happy-dom
import type { OrganizationId } from '@berth/contract/ids';
import { storePerson } from '@berth/web/data/auth/person.ts';
import {
  keepSignedOutRoute,
  noteTimedOut,
  rememberRoute,
  takeIntendedRoute,
} from '@berth/web/paths/remembered-routes.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { inform } from '../areas/dialogs/inform.tsx';
import { activateOrganization, activeOrganizationId } from '../data/active-organization.ts';
import { guard } from './guard.ts';

const cloud = vi.hoisted(() => ({ isVersion: false }));
vi.mock('@berth/web/data/client-config.ts', () => ({ isCloudVersion: () => cloud.isVersion }));
vi.mock('../areas/dialogs/inform.tsx', () => ({ inform: vi.fn(async () => {}) }));
vi.mock('@berth/web/i18n/store.ts', () => ({ currentTexts: () => ({ t: (key: string) => key }) }));

const next = vi.fn();
beforeEach(() => {
  vi.clearAllMocks();
  sessionStorage.clear();
  localStorage.clear();
  storePerson(null);
  activateOrganization(null);
  cloud.isVersion = false;
});

/** The redirect target of a path; undefined if its page is shown. */
async function opened(address: string): Promise<string | undefined> {
  const request = new Request(new URL(address, 'https://berth.example'));
  try {
    await guard({ request, url: new URL(request.url) } as never, next);
    return undefined;
  } catch (response) {
    return response instanceof Response ? (response.headers.get('location') ?? '') : expect.unreachable();
  }
}

describe('/', () => {
  it('redirects to the last remembered route, or to the local session', async () => {
    expect(await opened('/')).toBe('/session/local');
    rememberRoute({ pathname: '/app-catalog', search: '?q=phone' });
    rememberRoute({ pathname: '/session/login', search: '' });
    expect(await opened('/')).toBe('/app-catalog?q=phone');
  });

  it('redirects to the management on the cloud version, whatever was remembered', async () => {
    cloud.isVersion = true;
    rememberRoute({ pathname: '/app-catalog', search: '' });
    expect(await opened('/')).toBe('/manage');
  });
});

describe('paths that require a login', () => {
  it.each([
    ['/session/', ['/session/local', '/session/local', '/session/local']],
    ['/session/local', [undefined, undefined, undefined]],
    ['/session/7a', ['/session/login', undefined, undefined]],
    ['/manage', ['/manage/login', undefined, undefined]],
    ['/manage/org/o1', ['/manage/', undefined, undefined]],
    ['/manage/profile/p1', ['/manage/', undefined, undefined]],
    ['/manage/machines', ['/manage/', '/manage/', undefined]],
    ['/manage/machines/deployment/flex', ['/manage/', '/manage/', undefined]],
    ['/manage/users', ['/manage/', '/manage/', undefined]],
    ['/anything/else', ['/', '/', '/']],
  ])('%s redirects a visitor, a logged-in person, and one with an organization to %j', async (address, leads) => {
    const path = async () => (await opened(address))?.replace(/\?.*/, '');
    const stranger = await path();
    storePerson({ id: 'u1', email: 'grace@company.example', permissions: [] });
    const signedIn = await path();
    activateOrganization('00000000-0000-4000-8000-000000000001' as OrganizationId);
    expect([stranger, signedIn, await path()]).toEqual(leads);
  });
});

describe('a link that names an organization', () => {
  const named = '00000000-0000-4000-8000-00000000000b';
  const link = `/manage/machines?need=faulty&organization=${named}`;

  it('opens in that organization, whichever was active', async () => {
    storePerson({ id: 'u1', email: 'grace@company.example', permissions: [] });
    activateOrganization('00000000-0000-4000-8000-00000000000a' as OrganizationId);
    expect(await opened(link)).toBe('/manage/machines?need=faulty');
    expect(activeOrganizationId()).toBe(named);
    expect(await opened('/manage/billing?organization=nonsense')).toBe('/manage/billing');
    expect(activeOrganizationId()).toBe(named);
  });

  it('is kept for after the login', async () => {
    expect(await opened(link)).toBe('/manage/');
    expect(takeIntendedRoute()).toBe(link);
  });
});

describe('paths with any suffix', () => {
  it.each([
    ['/access_token_of_ada', '/access_token'],
    ['/errors?error_description=No', '/error?error_description=No'],
  ])('%s redirects to %s', async (address, own) => expect(await opened(address)).toBe(own));

  it.each(['/access_token', '/access_token/x', '/error', '/error/x?error_description=No'])(
    '%s is shown',
    async (path) => {
      expect(await opened(path)).toBeUndefined();
      expect(next).toHaveBeenCalledOnce();
    },
  );
});

describe('after an hour without a click', () => {
  it('a returning user is told once, and then redirected to the logout target', async () => {
    noteTimedOut();
    keepSignedOutRoute('/session/login');
    expect(await opened('/')).toBe('/session/login');
    await opened('/session/login');
    expect(inform).toHaveBeenCalledOnce();
    const said = vi.mocked(inform).mock.calls[0]?.[0]({ t: (key: string) => key } as never);
    expect(said).toEqual({ title: 'console.inactivity.title', message: 'console.inactivity.message' });
  });
});
