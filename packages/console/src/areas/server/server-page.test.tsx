// @vitest-environment happy-dom
import { readServerState, type ServerState } from '@berth/contract/api/service';
import { chooseLanguage, loadTexts } from '@berth/web/i18n/store.ts';
import { answerTexts } from '@berth/web/testing/browser.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { beforeAll, expect, it, vi } from 'vitest';
import { read } from '../../data/query.ts';
import { showConsolePart } from '../../testing/console-part.tsx';
import { Component } from './server-page.tsx';

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

const HEALTHY: ServerState = {
  version: '0.1.0',
  machinesOnline: 22,
  machinesConnected: 11,
  backup: { own: true, lastAt: hoursAgo(5) },
  archive: { on: true, failing: false, lastAt: hoursAgo(1) },
  disk: { freeBytes: 5_000_000_000, full: false },
  waiting: [{ queue: 'webhooks', waiting: 7, retried: 3, oldestAt: hoursAgo(2) }],
};

beforeAll(async () => {
  vi.stubGlobal('fetch', async (address: string | URL) => answerTexts(String(address)));
  await loadTexts(['common', 'console', 'errors', 'server']);
  await chooseLanguage('eng');
});

async function pageOf(state: ServerState): Promise<HTMLElement> {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(read(readServerState).queryKey, state);
  return showConsolePart(
    <QueryClientProvider client={client}>
      <Component />
    </QueryClientProvider>,
  );
}

const warnings = (page: HTMLElement) => [...page.querySelectorAll('[data-tone]')].map(({ textContent }) => textContent);

it('a healthy server shows when it was backed up, its free space and what waits, without a warning', async () => {
  const page = await pageOf(HEALTHY);
  expect(warnings(page)).toEqual([]);
  const text = page.textContent ?? '';
  for (const shown of ['Last backup', '5 hours ago', 'Free disk space', 'Webhooks', '2 hours ago']) {
    expect(text).toContain(shown);
  }
  expect(text).toMatch(/5\sGB/);
});

it.each<[string, Partial<ServerState>, RegExp]>([
  ['without a backup', { backup: { own: true, lastAt: null } }, /No backup has been made yet/],
  ['with an old backup', { backup: { own: true, lastAt: hoursAgo(49) } }, /more than two days old/],
  ['whose archive fails', { archive: { on: true, failing: true, lastAt: null } }, /Archiving the database log fails/],
  ['whose disk is full', { disk: { freeBytes: 0, full: true } }, /The disk is full/],
])('a server %s says so', async (_, state, warning) => {
  expect(warnings(await pageOf({ ...HEALTHY, ...state }))).toEqual([expect.stringMatching(warning)]);
});

it('a server with an external database does not ask for backups of its own', async () => {
  const page = await pageOf({ ...HEALTHY, backup: { own: false, lastAt: null } });
  expect(warnings(page)).toEqual([]);
  expect(page.textContent).toContain('your database server’s own tools');
});
