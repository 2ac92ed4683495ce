// @vitest-environment happy-dom
import type { Delivery } from '@berth/contract/api/webhooks';
import { chooseLanguage, startTexts } from '@berth/web/i18n/store.ts';
import { answerTexts } from '@berth/web/testing/browser.ts';
import { act } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { showConsolePart } from '../../testing/console-part.tsx';
import { DeliveryAnswer } from './deliveries-panel.tsx';

const failed: Delivery = {
  id: 'd' as Delivery['id'],
  event: 'webhooks.ping',
  state: 'failed',
  attempts: 10,
  createdAt: '2026-11-21T12:00:00Z',
  lastAttemptAt: '2026-11-21T12:00:00Z',
  nextAttemptAt: null,
  responseStatus: null,
  failure: 'refused',
  error: 'connect ECONNREFUSED 192.0.2.1:443',
};

beforeEach(async () => {
  localStorage.clear();
  vi.stubGlobal('fetch', answerTexts);
  await startTexts(['keys']);
});

/** The widget library's styles stand before it. */
const said = (page: HTMLElement) => page.lastElementChild?.textContent;

it('says in the reader’s language why nobody answered, and below it what the network said', async () => {
  const page = await showConsolePart(<DeliveryAnswer delivery={failed} />);
  await act(() => chooseLanguage('deu'));
  expect(said(page)).toBe(`Verbindung abgelehnt${failed.error}`);
  await act(() => chooseLanguage('eng'));
  expect(said(page)).toBe(`Connection refused${failed.error}`);
});

it('says the status that was answered, what it means and when it is tried again', async () => {
  await chooseLanguage('eng');
  const next = { ...failed, failure: 'status', responseStatus: 503, nextAttemptAt: '2026-11-21T12:04:00Z' } as const;
  const page = await showConsolePart(<DeliveryAnswer delivery={next} />);
  expect(said(page)).toMatch(/^503 · Error responsenext attempt /);
});

it('says what is known of an attempt before reasons were kept, and of one that succeeded', async () => {
  await chooseLanguage('eng');
  const old = await showConsolePart(<DeliveryAnswer delivery={{ ...failed, failure: null }} />);
  expect(said(old)).toBe(failed.error);
  const good = { ...failed, state: 'delivered', failure: null, error: null, responseStatus: 204 } as const;
  expect(said(await showConsolePart(<DeliveryAnswer delivery={good} />))).toBe('204');
});
