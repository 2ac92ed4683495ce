// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { beginPage, ChunkError, page } from './lazy-page.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('gives up a chunk that does not load within two minutes', async () => {
  const settled = vi.fn();
  const loading = page([], () => new Promise<never>(() => undefined))().catch(settled);
  await vi.advanceTimersByTimeAsync(119_999);
  expect(settled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await loading;
  expect(settled).toHaveBeenCalledWith(expect.any(ChunkError));
});

it('names the chunk that failed to load', async () => {
  const cause = new TypeError('Failed to fetch dynamically imported module');
  await expect(page([], () => Promise.reject(cause))()).rejects.toMatchObject({ name: 'ChunkError', cause });
});

it("preloads only the code of a path's page, once, and reports errors when the page opens", async () => {
  const load = vi.fn(() => Promise.reject(new TypeError('offline')));
  const other = vi.fn(() => Promise.reject(new TypeError('offline')));
  const lazy = page([], load);
  const routes = [
    { path: '/manage', children: [{ path: 'machines/:machineId', lazy }] },
    { path: '/share', lazy: page([], other) },
  ];
  beginPage(routes, '/manage/machines/4711');
  expect(load).toHaveBeenCalledOnce();
  expect(other).not.toHaveBeenCalled();
  await expect(lazy()).rejects.toBeInstanceOf(ChunkError);
  // A second import waits neither for the first one's style sheet nor fails with it.
  expect(load).toHaveBeenCalledOnce();
});
