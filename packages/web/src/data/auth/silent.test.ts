// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';
import { accessToken, clearAccessToken } from '../access-token.ts';
import { isAuthenticated, storePerson } from './person.ts';
import { signInSilently } from './sign-in.ts';
import { hasLoggedIn, RequestNavigator, rememberLogin } from './silent.ts';

const fetched = vi.fn<typeof fetch>();
vi.stubGlobal('fetch', fetched);
const signinSilent = vi.fn();
vi.mock('./provider.ts', async (original) => ({
  ...(await original<typeof import('./provider.ts')>()),
  managerOf: async () => ({ signinSilent }),
}));

const identity = { authority: `${location.origin}/oidc`, clientId: 'berth-console', scope: 'openid', implicit: false };
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

it('the response is read from a form, so that its code is in no address that is logged', async () => {
  const form =
    '<form method="post"><input type="hidden" name="code" value="a&amp;b"/><input type="hidden" name="state" value="s"/></form>';
  fetched.mockResolvedValueOnce(new Response(form));
  const window = await new RequestNavigator().prepare();
  const redirect = `${location.origin}/access_token`;
  const url = `${location.origin}/oidc/auth?response_mode=fragment&redirect_uri=${encodeURIComponent(redirect)}`;
  expect(await window.navigate({ url })).toEqual({ url: `${redirect}#code=a%26b&state=s` });
  expect(String(fetched.mock.calls[0]?.[0])).toContain('response_mode=form_post');
});
