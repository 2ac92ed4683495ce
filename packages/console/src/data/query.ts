import type { Endpoint, ParamsOf, QueryOf, ReplyOf } from '@berth/contract/api/endpoint';
import { ApiError, SignedOutError } from '@berth/web/data/api-error.ts';
import { call } from '@berth/web/data/call.ts';
import { type FetchQueryOptions, type Query, QueryCache, QueryClient, queryOptions } from '@tanstack/react-query';

interface ReadInput<E extends Endpoint> {
  readonly params?: ParamsOf<E>;
  readonly query?: QueryOf<E>;
}

/** The cache key of a reply; without input, the key of all replies of the endpoint. */
export function queryKey<E extends Endpoint>(endpoint: E, input?: ReadInput<E>): readonly unknown[] {
  return input ? [endpoint.id, input.params ?? {}, input.query ?? {}] : [endpoint.id];
}

/** A read call for the query hooks and for prefetching. */
export function read<E extends Endpoint>(endpoint: E, input: ReadInput<E> = {}) {
  return queryOptions<ReplyOf<E>>({
    queryKey: queryKey(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, { ...input, signal }),
  });
}

/** A page opened later than this fetches again, because machines and colleagues change things too. */
const FRESH_MS = 1_000;
/** How long a slow computer may take from a reply to the first page that shows it. */
const STARTING_MS = 30_000;

/** Prefetched queries that were not shown yet. */
const prefetched = new WeakSet<Query>();

/** Fetches what a page is about to show, unless cached, while the page is being rendered. */
export function prefetch<Data>(query: FetchQueryOptions<Data, Error, Data, readonly unknown[]>): void {
  if (queryClient.getQueryData(query.queryKey) !== undefined) return;
  void queryClient.prefetchQuery(query);
  const begun = queryClient.getQueryCache().find({ queryKey: query.queryKey });
  if (begun) prefetched.add(begun);
}

/** Retries only what may succeed then: no reply, or a server that is not ready. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    // Makes the cause of an empty page visible (spec chapter 8: read errors are logged).
    onError: (error, { queryKey: [endpoint] }) => {
      if (!(error instanceof SignedOutError)) console.error(endpoint, error);
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: (query) => (prefetched.has(query) ? STARTING_MS : FRESH_MS),
      retry: (count, error) =>
        count < 3 && error instanceof ApiError && (error.code === 'offline' || error.code === 'unavailable'),
      retryDelay: (attempt) => Math.min(500 * 2 ** attempt, 8_000),
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});

/** Loads all replies of these endpoints again: those on the screen now, others when they are shown. */
export async function reload(...endpoints: readonly Endpoint[]): Promise<void> {
  await Promise.all(endpoints.map((each) => queryClient.invalidateQueries({ queryKey: queryKey(each) })));
}

// Later: the page's other parts that show the same render along.
queryClient.getQueryCache().subscribe(({ type, query }) => {
  if (type === 'observerAdded' && prefetched.has(query)) setTimeout(() => prefetched.delete(query), FRESH_MS);
});
