import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LANGUAGES } from '@berth/contract/rules/languages';
import { expect, test, vi } from 'vitest';
import { testFolder } from '../../testing/folders.ts';
import { readUnreachedTexts, unreached } from './unreached-page.ts';

/** The extension's script in a browser whose only tab failed to load an address with an error. */
async function failedWith(error: string, hasPage = true): Promise<URL | undefined> {
  const failed = Promise.withResolvers<(failure: object) => void>();
  const update = vi.fn(async (_tab: number, _change: { readonly url: string }) => {});
  const listener = { addListener: () => {} };
  const chrome = {
    tabs: { get: async () => null, query: async () => [], update },
    runtime: { getURL: (path: string) => `chrome-extension://berth/${path}`, onMessage: listener, onStartup: listener },
    webNavigation: { onErrorOccurred: { addListener: failed.resolve } },
    storage: { session: { get: async () => ({ isDone: true }), set: async () => {} } },
  };
  new Function('chrome', unreached(hasPage))(chrome);
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
  ['BLOCKED_BY_ADMINISTRATOR', 'blocked'],
  ['UNSAFE_PORT', 'unknown'],
])('shows the reason for %s: %s', async (error, reason) => {
  const shown = await failedWith(`net::ERR_${error}`);
  expect(Object.fromEntries(shown?.searchParams ?? [])).toEqual({ reason, url: 'https://app.example/' });
});

test('without our page, Chromium shows its own', async () => {
  expect(await failedWith('net::ERR_CONNECTION_REFUSED', false)).toBeUndefined();
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
