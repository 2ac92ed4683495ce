// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { storeAccessToken } from '../data/access-token.ts';
import { showSession } from '../testing/session-page.tsx';
import { CurrentScreen } from './app.tsx';

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

/** What is seen at a path, once everything has come. */
async function open(path: string, environment: 'web' | 'center') {
  const replace = vi.fn();
  vi.stubGlobal('location', { pathname: path, origin: location.origin, host: location.host, replace });
  const { page } = await showSession(<CurrentScreen />, { state: { load: 'LOADED' }, environment });
  const seen = () => page.querySelector('main, h1');
  // What is loaded comes by itself.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  await vi.waitFor(() => expect(seen() ?? replace.mock.calls[0]).toBeTruthy(), { timeout: 60_000 });
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  return { leadsTo: replace.mock.calls[0]?.[0], isShown: seen() !== null };
}

test.each(['/session/local/settings', '/session/7a/settings', '/session/7a'])(
  '%s needs a login on the web',
  async (path) => {
    const login = `/session/login?redirectUrl=${encodeURIComponent(path)}`;
    expect(await open(path, 'web')).toEqual({ leadsTo: login, isShown: false });
    storeAccessToken('a-token', Date.now() + 3_600_000);
    expect(await open(path, 'web')).toEqual({ leadsTo: undefined, isShown: true });
  },
);

test.each([
  ['/session/local', 'web'],
  ['/session/local/settings', 'center'],
] as const)('%s needs none in %s', async (path, environment) => {
  expect(await open(path, environment)).toEqual({ leadsTo: undefined, isShown: true });
  expect(localStorage.getItem('lastRoute')).toBe(path);
});
