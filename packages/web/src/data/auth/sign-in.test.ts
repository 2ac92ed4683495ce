// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';
import { accessToken, setRenewalFailed, storeAccessToken } from '../access-token.ts';
import { resumeSignIn } from './sign-in.ts';

const signinSilent = vi.fn();
vi.mock('../client-config.ts', () => ({ clientConfig: () => ({ identity: { implicit: false } }) }));
vi.mock('./provider.ts', () => ({ consoleClient: () => ({}), managerOf: async () => ({ signinSilent }) }));

const expired = () => storeAccessToken('old', Date.now() - 1_000);
const onFailed = vi.fn();

beforeEach(() => {
  sessionStorage.clear();
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

it('a silent check without a session redirects to the login', async () => {
  expired();
  signinSilent.mockResolvedValueOnce(null);
  expect(await accessToken()).toBeUndefined();
  expect(onFailed).toHaveBeenCalledOnce();
});
