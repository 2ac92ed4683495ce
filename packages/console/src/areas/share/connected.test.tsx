// @vitest-environment happy-dom

import type { GuestState, MirrorGuest } from '@berth/web/data/mirror/guest.ts';
import { chooseLanguage, loadTexts } from '@berth/web/i18n/store.ts';
import { answerTexts } from '@berth/web/testing/browser.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { showConsolePart } from '../../testing/console-part.tsx';
import { Connected } from './connected.tsx';

beforeEach(async () => {
  vi.stubGlobal('fetch', answerTexts);
  await loadTexts(['common', 'mirror']);
  await chooseLanguage('eng');
  return () => void vi.unstubAllGlobals();
});

const STATE: GuestState = {
  phase: 'welcome',
  machine: 'Reception',
  reason: null,
  sharing: false,
  paused: false,
  board: false,
  remoteId: null,
  theirs: null,
  place: null,
};

async function saidTo(change: Partial<GuestState>): Promise<HTMLElement> {
  const guest = { stream: null } as unknown as MirrorGuest;
  return showConsolePart(<Connected guest={guest} state={{ ...STATE, ...change }} onAgain={() => {}} />);
}

test.each([
  ['version', 'The big screen runs another version. Reload this page.'],
  ['code', 'This code is no longer valid.'],
  ['denied', 'The connection was declined.'],
  ['full', 'The big screen is full: it shows 9 connections at most.'],
  ['ended', 'Sharing was ended on the big screen.'],
  ['misbehaved', 'The big screen ended the connection because of an unexpected message. Reload this page.'],
  ['lost', 'The big screen is no longer responding.'],
] as const)('a guest disconnected because of "%s" reads why, and can enter another code', async (reason, text) => {
  const page = await saidTo({ phase: 'over', reason });
  expect(page.textContent).toContain(text);
  expect([...page.querySelectorAll('button')].map(({ textContent }) => textContent)).toEqual(['Enter new code']);
});

test('a disconnected guest sees the reconnect attempt, and may leave', async () => {
  const page = await saidTo({ phase: 'reconnecting', sharing: true });
  expect(page.querySelector('[role=status]')?.textContent).toBe('Connection lost, reconnecting');
  expect(page.textContent).toContain('Disconnect');
});
