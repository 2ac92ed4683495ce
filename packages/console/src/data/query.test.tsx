// @vitest-environment happy-dom
import { QueryClientProvider, queryOptions, useQuery } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { prefetch, queryClient } from './query.ts';

const ask = vi.fn(() => Promise.resolve(['Company']));
const query = queryOptions<string[], Error, string[], readonly unknown[]>({ queryKey: ['names'], queryFn: ask });

let root: Root;
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  root = createRoot(document.createElement('div'));
  ask.mockClear();
});
afterEach(() => {
  act(() => root.unmount());
  queryClient.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function Names() {
  return useQuery(query).data?.join();
}

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const show = (...pages: readonly string[]) =>
  act(() =>
    root.render(
      <QueryClientProvider client={queryClient}>
        {pages.map((page) => (
          <Names key={page} />
        ))}
      </QueryClientProvider>,
    ),
  );

it('prefetched data are not fetched again, however long the page takes to render', async () => {
  prefetch(query);
  await pass(5_000);
  show('first');
  await pass(900);
  show('first', 'second');
  await pass(0);
  expect(ask).toHaveBeenCalledOnce();
});

it('a page that is opened later fetches again', async () => {
  prefetch(query);
  await pass(5_000);
  show('first');
  await pass(1_500);
  show('first', 'second');
  await pass(0);
  expect(ask).toHaveBeenCalledTimes(2);
});

it('prefetched data not shown for long are fetched again', async () => {
  prefetch(query);
  await pass(31_000);
  show('first');
  await pass(0);
  expect(ask).toHaveBeenCalledTimes(2);
});
