import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';

interface PagedList<Row> {
  readonly queryKey: readonly unknown[];
  readonly read: (page: { readonly skip: number; readonly signal: AbortSignal }) => Promise<readonly Row[]>;
  /** How many rows the page after these skips; undefined after the last one. */
  readonly next: (pages: readonly (readonly Row[])[]) => number | undefined;
  /** How soon all loaded pages are read again. */
  readonly poll?: (rows: readonly Row[]) => number | false;
  /** Whether the rows of another key stay until those of this one are loaded. */
  readonly keepsRows?: boolean;
}

/** A list that is loaded page by page, each once the user asks for more. */
export function useRowPages<Row extends { readonly id: string }>(list: PagedList<Row>) {
  const { queryKey, read, next, poll, keepsRows = false } = list;
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: [...queryKey, 'pages'],
    queryFn: ({ pageParam, signal }) => read({ skip: pageParam, signal }),
    initialPageParam: 0,
    getNextPageParam: (_, pages) => next(pages),
    refetchInterval: ({ state }) => poll?.(state.data?.pages.flat() ?? []) ?? false,
    ...(keepsRows && { placeholderData: keepPreviousData }),
  });
  return { data: data && rowsOf(data.pages), error, refetch, more: { hasNextPage, isFetchingNextPage, fetchNextPage } };
}

/** Pages of so many rows: the next one begins after all of them. */
export function pagesOf(size: number) {
  return (pages: readonly (readonly unknown[])[]) =>
    (pages.at(-1)?.length ?? 0) < size ? undefined : pages.reduce((sum, page) => sum + page.length, 0);
}

/** A row that came while the pages were read moves the others: the next page begins with the last one's end. */
function rowsOf<Row extends { readonly id: string }>(pages: readonly (readonly Row[])[]): readonly Row[] {
  return [...new Map(pages.flat().map((row) => [row.id, row])).values()];
}
