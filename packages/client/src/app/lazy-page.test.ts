// @vitest-environment happy-dom
import { CHUNK_LOAD_TIMEOUT_MS } from '@berth/contract/limits';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ChunkError } from './chunk-error.ts';
import { page } from './lazy-page.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('gives up a chunk that does not come within two minutes', async () => {
  const settled = vi.fn();
  const loading = page([], () => new Promise<never>(() => undefined))().catch(settled);
  await vi.advanceTimersByTimeAsync(CHUNK_LOAD_TIMEOUT_MS - 1);
  expect(settled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await loading;
  expect(settled).toHaveBeenCalledWith(expect.any(ChunkError));
});

it('says of a chunk that fails what it is', async () => {
  const cause = new TypeError('Failed to fetch dynamically imported module');
  await expect(page([], () => Promise.reject(cause))()).rejects.toMatchObject({ name: 'ChunkError', cause });
});
