import { apiAddress, setApiBase } from '@berth/web/data/api-base.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Bridge } from '../bridge/bridge.ts';
import { connectApi, NoServerError } from './api.ts';

/** The bridge of a machine that belongs to this cloud. */
function bridgeOf(base: string | null): Bridge {
  const call = vi.fn(async (method: string) => (method === 'get_api_base' ? base : expect.unreachable()));
  return { call } as unknown as Bridge;
}

test('calls go to the URL named by the bridge', async () => {
  const before = apiAddress('', false);
  onTestFinished(() => setApiBase(before));
  await connectApi(bridgeOf('https://cloud.harbor.example/api'));
  expect(apiAddress('/organizations', false)).toBe('https://cloud.harbor.example/api/organizations');
});

test('a machine without a cloud says so', async () => {
  await expect(connectApi(bridgeOf(null))).rejects.toBeInstanceOf(NoServerError);
});
