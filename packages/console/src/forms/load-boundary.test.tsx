// @vitest-environment happy-dom

import { ApiError } from '@berth/web/data/api-error.ts';
import { startTexts } from '@berth/web/i18n/store.ts';
import { answerTexts } from '@berth/web/testing/browser.ts';
import { act, Suspense } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { showConsolePart } from '../testing/console-part.tsx';
import { LoadBoundary } from './load-boundary.tsx';
import { lazyPart } from './load-once.tsx';

const call = vi.hoisted(() => vi.fn());
vi.mock('@berth/web/data/call.ts', () => ({ call, useSilentSince: () => null }));

afterEach(() => {
  vi.useRealTimers();
});

beforeEach(async () => {
  vi.stubGlobal('fetch', answerTexts);
  // React reports what the boundary catches.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  localStorage.setItem('locale', JSON.stringify({ language: 'eng' }));
  await startTexts(['errors', 'common']);
});

/** Shows a part that fails to load the first `failures` times, while the server responds to whoever asks. */
async function showPart(failures: number) {
  let loads = 0;
  const Part = lazyPart(async () => {
    loads += 1;
    if (loads <= failures) throw new TypeError('Failed to fetch');
    return { default: () => <p>The settings</p> };
  });
  const page = await showConsolePart(
    <LoadBoundary>
      <Suspense>
        <Part />
      </Suspense>
    </LoadBoundary>,
  );
  await act(async () => vi.waitFor(() => expect(page.textContent).not.toBe('')));
  return { page, loads: () => loads };
}

it('a part that failed just before the server came back loads by itself', async () => {
  call.mockResolvedValue({});
  const { page } = await showPart(1);
  await act(async () => vi.waitFor(() => expect(page.textContent).toContain('The settings')));
});

it('a part that a starting server refused twice loads once the server is ready', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const starting = new ApiError({ status: 503, code: 'unavailable', message: 'Berth is starting.' });
  call.mockResolvedValueOnce({}).mockRejectedValueOnce(starting).mockRejectedValueOnce(starting).mockResolvedValue({});
  const { page, loads } = await showPart(2);
  await act(async () => vi.waitFor(() => expect(loads()).toBe(2)));
  await act(async () => vi.advanceTimersByTimeAsync(2_500));
  expect(page.textContent).toContain('The settings');
});

it('a part that the server does not have is asked for twice, then by the button', async () => {
  call.mockResolvedValue({});
  const { page, loads } = await showPart(2);
  await act(async () => vi.waitFor(() => expect(loads()).toBe(2)));
  await act(async () => {});
  expect(page.textContent).toContain('Part of this page could not be loaded');
  await act(async () => page.querySelector('button')?.click());
  await act(async () => vi.waitFor(() => expect(page.textContent).toContain('The settings')));
});
