// @vitest-environment happy-dom
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { accessToken, setRenewalFailed, storeAccessToken } from '../access-token.ts';
import { currentPerson, storePerson } from './person.ts';
import {
  beginSignIn,
  completeSignIn,
  forgetSignIn,
  pageAfterSignIn,
  resumeSignIn,
  signOutRegardless,
} from './sign-in.ts';

const signinSilent = vi.fn();
const getUser = vi.fn();
const removeUser = vi.fn();
const signoutRedirect = vi.fn();
const metadataService = { getEndSessionEndpoint: vi.fn() };
const identity = { implicit: false };
vi.mock('../client-config.ts', () => ({ clientConfig: () => ({ identity }) }));
const redirects = { signinRedirect: vi.fn(), signinRedirectCallback: vi.fn() };
vi.mock('../../lib/leaving-page.ts', () => ({
  leavingPage: async () => undefined,
}));
vi.mock('./provider.ts', () => ({
  consoleClient: () => ({}),
  managerOf: async () => ({ getUser, removeUser, signinSilent, signoutRedirect, metadataService, ...redirects }),
}));

const expired = () => storeAccessToken('old', Date.now() - 1_000);
const onFailed = vi.fn();

beforeEach(() => {
  sessionStorage.clear();
  vi.clearAllMocks();
  getUser.mockResolvedValue({ refresh_token: 'refresh' });
  setRenewalFailed(onFailed);
  resumeSignIn();
});

it("a token is renewed by the provider's silent check, without a page", async () => {
  expired();
  const expires_at = Date.now() / 1_000 + 3_600;
  signinSilent.mockResolvedValueOnce({ access_token: 'new', expires_at, profile: { sub: 'u1', email: 'g@h.example' } });
  expect(await accessToken()).toBe('new');
  expect(signinSilent).toHaveBeenCalledOnce();
  expect(onFailed).not.toHaveBeenCalled();
});

/** Begins a renewal whose answer the test gives. */
async function beginRenewal() {
  const answer = Promise.withResolvers<object | null>();
  signinSilent.mockReturnValueOnce(answer.promise);
  storePerson({ id: 'u1', email: 'g@h.example', permissions: [] });
  expired();
  const token = accessToken();
  await vi.waitFor(() => expect(signinSilent).toHaveBeenCalledOnce());
  return { answer, token };
}

it('a renewal that ends after the logout logs nobody in', async () => {
  const { answer, token } = await beginRenewal();
  forgetSignIn();
  answer.resolve({ access_token: 'new', expires_at: Date.now() / 1_000 + 3_600, profile: { sub: 'u1' } });
  expect(await token).toBeUndefined();
  expect([currentPerson(), sessionStorage.getItem('access_token')]).toEqual([null, null]);
  expect(localStorage.getItem('logged_in')).toBeNull();
  expect(removeUser).toHaveBeenCalledOnce();
});

it('a renewal that fails during a logout for inactivity does not lead to the login page first', async () => {
  const { answer, token } = await beginRenewal();
  const endpoint = Promise.withResolvers<string>();
  metadataService.getEndSessionEndpoint.mockReturnValueOnce(endpoint.promise);
  getUser.mockResolvedValue({ refresh_token: 'refresh', id_token: 'id' });
  const left = signOutRegardless();
  answer.resolve(null);
  expect(await token).toBeUndefined();
  expect(onFailed).not.toHaveBeenCalled();
  endpoint.resolve('/end');
  await left;
  expect(signoutRedirect).toHaveBeenCalledWith({ id_token_hint: 'id' });
  expect(currentPerson()).toBeNull();
});

it('a silent check without a session redirects to the login', async () => {
  expired();
  signinSilent.mockResolvedValueOnce(null);
  expect(await accessToken()).toBeUndefined();
  expect(onFailed).toHaveBeenCalledOnce();
});

it('a provider that gives no refresh token redirects to the login when the token ends', async () => {
  expired();
  getUser.mockResolvedValue({});
  expect(await accessToken()).toBeUndefined();
  expect(onFailed).toHaveBeenCalledOnce();
  expect(signinSilent).not.toHaveBeenCalled();
});

it('the token of an implicit login is not renewed: its end redirects to the login', async () => {
  identity.implicit = true;
  onTestFinished(() => {
    identity.implicit = false;
  });
  resumeSignIn();
  expired();
  expect(await accessToken()).toBeUndefined();
  expect(onFailed).toHaveBeenCalledOnce();
});

it('the page after a login is known during the login only', async () => {
  redirects.signinRedirectCallback.mockRejectedValue(new Error('refused'));
  await beginSignIn({ redirectUrl: '/manage/audit?x=1' });
  expect(pageAfterSignIn()).toBe('/manage/audit?x=1');
  await beginSignIn();
  expect(pageAfterSignIn()).toBeUndefined();
  await beginSignIn({ redirectUrl: '/manage/audit' });
  await expect(completeSignIn('code=1')).rejects.toThrow('refused');
  expect(pageAfterSignIn()).toBeUndefined();
});
