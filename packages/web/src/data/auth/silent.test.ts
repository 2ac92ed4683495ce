// @vitest-environment happy-dom
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { setNavigate } from '../../paths/paths.ts';
import { accessToken, clearAccessToken } from '../access-token.ts';
import { rememberDemo } from '../api-base.ts';
import { isAuthenticated, storePerson } from './person.ts';
import { signInSilently } from './sign-in.ts';
import { hasLoggedIn, LoginNavigator, rememberLogin, SilentNavigator } from './silent.ts';

const fetched = vi.fn<typeof fetch>();
vi.stubGlobal('fetch', fetched);
const signinSilent = vi.fn();
vi.mock('./provider.ts', async (original) => ({
  ...(await original<typeof import('./provider.ts')>()),
  managerOf: async () => ({ signinSilent }),
}));

const identity = {
  authority: `${location.origin}/oidc`,
  clientId: 'berth-console',
  machineClientId: 'berth-machine',
  scope: 'openid',
  implicit: false,
};
const configured = (changes: object = {}) => Promise.resolve({ identity: { ...identity, ...changes } });

beforeEach(() => {
  vi.clearAllMocks();
  storePerson(null);
  clearAccessToken();
  rememberLogin(true);
});

it('a new tab of a known browser is logged in without leaving its page', async () => {
  const expires_at = Date.now() / 1_000 + 3_600;
  signinSilent.mockResolvedValueOnce({ access_token: 'new', expires_at, profile: { sub: 'u1', email: 'g@h.example' } });
  await signInSilently(configured());
  expect(isAuthenticated()).toBe(true);
  expect(await accessToken()).toBe('new');
});

it('a provider that knows nobody any more is not asked again by the next tab', async () => {
  signinSilent.mockRejectedValueOnce(Object.assign(new Error('login_required'), { name: 'ErrorResponse' }));
  await signInSilently(configured());
  expect(isAuthenticated()).toBe(false);
  expect(hasLoggedIn()).toBe(false);
});

it('a provider that does not respond leaves it to the login page', async () => {
  signinSilent.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await signInSilently(configured());
  expect(isAuthenticated()).toBe(false);
  expect(hasLoggedIn()).toBe(true);
});

it.each([
  ['at another site', { authority: 'https://login.example/tenant' }],
  ['with the implicit flow', { implicit: true }],
])('a provider %s is not asked silently', async (_, changes) => {
  await signInSilently(configured(changes));
  expect(signinSilent).not.toHaveBeenCalled();
});

it('a tab in the demo gets no token of the real server', async () => {
  rememberDemo({ apiBase: 'https://berth.example/demo/api', expiresAt: '2026-01-01T00:00:00.000Z' });
  onTestFinished(() => rememberDemo(null));
  await signInSilently(configured());
  expect(signinSilent).not.toHaveBeenCalled();
});

it('the response is read from a form, so that its code is in no address that is logged', async () => {
  const form =
    '<form method="post"><input type="hidden" name="code" value="a&amp;b"/><input type="hidden" name="state" value="s"/></form>';
  fetched.mockResolvedValueOnce(new Response(form));
  const window = await new SilentNavigator().prepare();
  const redirect = `${location.origin}/access_token`;
  const url = `${location.origin}/oidc/auth?response_mode=fragment&redirect_uri=${encodeURIComponent(redirect)}`;
  expect(await window.navigate({ url })).toEqual({ url: `${redirect}#code=a%26b&state=s` });
  expect(String(fetched.mock.calls[0]?.[0])).toContain('response_mode=form_post');
});

const authorize = `${location.origin}/oidc/auth?response_type=code`;

/** Where the login opens, by the address that a request to the provider ends at. */
async function openedBy(url: string, status = 200): Promise<string | undefined> {
  const opened = vi.fn();
  setNavigate(opened);
  const assigned = vi.spyOn(location, 'assign').mockImplementation(opened);
  fetched.mockResolvedValueOnce(Object.defineProperty(new Response('', { status }), 'url', { value: url }));
  const window = await new LoginNavigator().prepare();
  void window.navigate({ url: authorize });
  await vi.waitFor(() => expect(opened).toHaveBeenCalledOnce());
  assigned.mockRestore();
  return opened.mock.calls[0]?.[0];
}

it('the login page opens in the running program', async () => {
  const page = '/session/login?interaction=abc&lang=de-DE';
  expect(await openedBy(location.origin + page)).toBe(page);
});

it.each([
  ['another site', 'https://evil.example/session/login?interaction=abc', 200],
  ['another page of this site', `${location.origin}/access_token`, 200],
  ['an error', `${location.origin}/session/login?interaction=abc`, 500],
])('a provider that leads to %s is followed by the browser', async (_, url, status) => {
  expect(await openedBy(url, status)).toBe(authorize);
});
