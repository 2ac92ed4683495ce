import { expect, onTestFinished, test, vi } from 'vitest';
import { awaitDeviceLogin, beginDeviceLogin } from './device-flow.ts';

const provider = {
  issuer: 'https://cloud.example/oidc',
  authorizationEndpoint: 'https://cloud.example/oidc/auth',
  tokenEndpoint: 'https://cloud.example/oidc/token',
  deviceEndpoint: 'https://cloud.example/oidc/device/auth',
  clientId: 'berth-machine',
  scope: 'openid',
};

test('a provider that states no pause is still asked every 5 seconds only', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let polls = 0;
  vi.stubGlobal('fetch', async (address: string) => {
    if (address === provider.deviceEndpoint) {
      return Response.json({ device_code: 'd', user_code: 'ABCD', verification_uri: 'https://x.example', interval: 0 });
    }
    polls++;
    return Response.json({ error: 'authorization_pending' }, { status: 400 });
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const ending = new AbortController();
  const login = await beginDeviceLogin(provider, ending.signal);
  const done = awaitDeviceLogin(provider, login, ending.signal);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(polls).toBe(12);
  ending.abort();
  await vi.advanceTimersByTimeAsync(5_000);
  await done;
});
