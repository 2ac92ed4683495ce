import { expect, test, vi } from 'vitest';
import { UNREACHED } from './unreached-page.ts';

/** The extension's script in a browser whose only tab failed to load an address with an error. */
async function failedWith(error: string): Promise<URL | undefined> {
  const failed = Promise.withResolvers<(failure: object) => void>();
  const update = vi.fn(async (_tab: number, _change: { readonly url: string }) => {});
  const listener = { addListener: () => {} };
  const chrome = {
    tabs: { get: async () => null, query: async () => [], update },
    runtime: { getURL: (path: string) => `chrome-extension://berth/${path}`, onMessage: listener, onStartup: listener },
    webNavigation: { onErrorOccurred: { addListener: failed.resolve } },
    storage: { session: { get: async () => ({ isDone: true }), set: async () => {} } },
  };
  new Function('chrome', UNREACHED)(chrome);
  (await failed.promise)({ tabId: 1, frameId: 0, url: 'https://app.example/', error });
  const [shown] = update.mock.calls.map(([, { url }]) => new URL(url));
  return shown;
}

test.each([
  ['CONNECTION_TIMED_OUT', 'timeout'],
  ['TIMED_OUT', 'timeout'],
  ['INTERNET_DISCONNECTED', 'offline'],
  ['NETWORK_CHANGED', 'offline'],
  ['ADDRESS_UNREACHABLE', 'offline'],
  ['NAME_NOT_RESOLVED', 'name'],
  ['CONNECTION_REFUSED', 'refused'],
  ['CERT_DATE_INVALID', 'certificate'],
  ['EMPTY_RESPONSE', 'server'],
])('a page that fails with %s says the reason %s', async (error, reason) => {
  const shown = await failedWith(`net::ERR_${error}`);
  expect(Object.fromEntries(shown?.searchParams ?? [])).toEqual({ reason, url: 'https://app.example/' });
});
