import { ping } from '@berth/contract/api/service';
import { expect, it, onTestFinished, vi } from 'vitest';
import { stubStorage } from '../testing/browser.ts';
import { startLoopback } from '../testing/loopback.ts';
import { setApiBase } from './api-base.ts';
import { call } from './call.ts';
import { isCloudVersion, loadClientConfig } from './client-config.ts';

const CLOUD_HOSTS = ['one.berth.example', 'two.berth.example', 'three.berth.example'];

it.each([...CLOUD_HOSTS.map((host) => [host, true] as const), ['berth.office.example', false] as const])(
  'a page at %s is the cloud version: %s',
  async (hostname, expected) => {
    stubStorage('sessionStorage');
    await startLoopback(() => ({ body: { apiBase: '/api', cloudHosts: CLOUD_HOSTS } }));
    await loadClientConfig();
    vi.stubGlobal('location', { hostname });
    expect(isCloudVersion()).toBe(expected);
  },
);

it('calls go to the API base that the server names', async () => {
  stubStorage('sessionStorage');
  const { received } = await startLoopback(() => ({ body: { apiBase: '/elsewhere/api', cloudHosts: [] } }));
  onTestFinished(() => setApiBase('/api'));
  await loadClientConfig();
  await call(ping);
  expect(received.at(-1)?.path).toBe('/elsewhere/api/ping');
});
