import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LANGUAGES } from '@berth/contract/rules/languages';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testFolder } from '../../testing/folders.ts';
import { readUnreachedTexts, unreached } from './unreached-page.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The extension's script in a browser whose only tab failed to load an address with an error; what it shows. */
async function failedWith(error: string, hasPage = true, frame: object | null = null): Promise<readonly URL[]> {
  const failed = Promise.withResolvers<(failure: object) => void>();
  const update = vi.fn(async (_tab: number, _change: { readonly url: string }) => {});
  const listener = { addListener: () => {} };
  const chrome = {
    tabs: { get: async () => null, query: async () => [], update },
    runtime: { getURL: (path: string) => `chrome-extension://berth/${path}`, onMessage: listener, onStartup: listener },
    webNavigation: { onErrorOccurred: { addListener: failed.resolve }, getFrame: async () => frame },
    storage: { session: { get: async () => ({ isDone: true }), set: async () => {} } },
  };
  new Function('chrome', unreached(hasPage))(chrome);
  (await failed.promise)({ tabId: 1, frameId: 0, url: 'https://app.example/', error });
  await vi.advanceTimersByTimeAsync(1_500);
  return update.mock.calls.map(([, { url }]) => new URL(url));
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
  ['BLOCKED_BY_ADMINISTRATOR', 'blocked'],
  ['UNSAFE_PORT', 'unknown'],
])('shows the reason for %s: %s', async (error, reason) => {
  const [shown, ...more] = await failedWith(`net::ERR_${error}`);
  expect(more).toEqual([]);
  expect(Object.fromEntries(shown?.searchParams ?? [])).toEqual({ reason, url: 'https://app.example/' });
});

test('without our page, Chromium shows its own', async () => {
  expect(await failedWith('net::ERR_CONNECTION_REFUSED', false)).toEqual([]);
});

test('shows our page again if Chromium’s own took its place', async () => {
  const frame = { errorOccurred: true, url: 'https://app.example/' };
  const shown = await failedWith('net::ERR_CERT_DATE_INVALID', true, frame);
  expect(shown.map(({ searchParams }) => searchParams.get('reason'))).toEqual(['certificate', 'certificate']);
});

test('reads the texts of the client build, even beside a script of the same name', async () => {
  const client = await testFolder();
  const texts = join(client, 'assets/texts-sMTdyhq5');
  for (const language of LANGUAGES) {
    await mkdir(join(texts, language), { recursive: true });
    const own = join(import.meta.dirname, '../../../../contract/src/texts', language, 'unreached.json');
    await cp(own, join(texts, language, 'unreached.json'));
  }
  await writeFile(join(client, 'assets/texts-BdmMTIBG.js'), 'export {};');
  expect((await readUnreachedTexts(client))?.['en-GB']).toHaveProperty('unreached.retry');
});
