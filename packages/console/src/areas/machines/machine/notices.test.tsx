// @vitest-environment happy-dom
import type { Machine } from '@berth/contract/api/machines';
import { loadTexts } from '@berth/web/i18n/store.ts';
import { answerTexts } from '@berth/web/testing/browser.ts';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished, vi } from 'vitest';
import { CloneNotice } from './notices.tsx';

/** The notice for a machine. */
function said(clone: Machine['clone']): string {
  const place = document.createElement('div');
  const root = createRoot(place);
  flushSync(() => root.render(<CloneNotice clone={clone} />));
  onTestFinished(() => root.unmount());
  return place.textContent;
}

it('says since when and from where two computers use one machine’s key, and nothing without a conflict', async () => {
  vi.stubGlobal('fetch', answerTexts);
  onTestFinished(() => void vi.unstubAllGlobals());
  await loadTexts(['machines']);
  const since = new Date(2026, 10, 20, 9, 30).toISOString();
  const lastAt = new Date(Date.now() - 120_500).toISOString();
  const text = said({ since, lastAt, addresses: ['203.0.113.1', '2001:db8::3'] });
  expect(text).toContain('first on 20\u00a0Nov\u00a02026');
  expect(text).toContain('most recently 2 minutes ago, from 203.0.113.1, 2001:db8::3.');
  expect(said(null)).toBe('');
});
