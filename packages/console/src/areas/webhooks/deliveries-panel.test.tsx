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

/** Skips the widget library's styles in front. */
const said = (page: HTMLElement) => page.lastElementChild?.textContent;

it('explains a missing reply in the user’s language, followed by the network error', async () => {
  const page = await showConsolePart(<DeliveryAnswer delivery={failed} />);
  await act(() => chooseLanguage('deu'));
  expect(said(page)).toBe(`Verbindung abgelehnt${failed.error}`);
  await act(() => chooseLanguage('eng'));
  expect(said(page)).toBe(`Connection refused${failed.error}`);
});

it('shows the status of the reply, its meaning and the next attempt', async () => {
  await chooseLanguage('eng');
  const next = { ...failed, failure: 'status', responseStatus: 503, nextAttemptAt: '2026-11-21T12:04:00Z' } as const;
  const page = await showConsolePart(<DeliveryAnswer delivery={next} />);
  expect(said(page)).toMatch(/^503 · Error responsenext attempt /);
});

it('shows what is known of attempts recorded without a reason, and of a success', async () => {
  await chooseLanguage('eng');
  const old = await showConsolePart(<DeliveryAnswer delivery={{ ...failed, failure: null }} />);
  expect(said(old)).toBe(failed.error);
  const good = { ...failed, state: 'delivered', failure: null, error: null, responseStatus: 204 } as const;
  expect(said(await showConsolePart(<DeliveryAnswer delivery={good} />))).toBe('204');
});
