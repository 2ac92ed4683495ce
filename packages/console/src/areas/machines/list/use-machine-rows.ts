import { listOrganizationMachines, type Machine } from '@berth/contract/api/machines';
import type { OrganizationId } from '@berth/contract/ids';
import { useQueries } from '@tanstack/react-query';
import { read } from '../../../data/query.ts';

/** Rows per call: more than a screen, so that scrolling a little sends no call. */
const PAGE = 100;
/** Rows requested in advance while scrolling. */
const AHEAD = 100;
/** Interval for reloading the list; the live state of visible rows is polled faster (use-live.ts). */
const REFRESH_MS = 5_000;

export interface MachineRows {
  /** The machine of a row; undefined while loading. */
  readonly at: (index: number) => Machine | undefined;
  readonly error: unknown;
  readonly retry: () => void;
}

interface Rows {
  readonly first: number;
  readonly last: number;
}

/** Whether both ranges are on the same pages of the list. */
export function hasSamePages(one: Rows, other: Rows): boolean {
  const page = (row: number) => Math.floor(row / PAGE);
  return page(one.first) === page(other.first) && page(one.last) === page(other.last);
}

/** The visible rows and the next ones in the scrolling direction. */
export function withRowsAhead(before: Rows, now: Rows, count: number): Rows {
  if (now.first < before.first) return { first: Math.max(0, now.first - AHEAD), last: now.last };
  if (now.first > before.first)
    return { first: now.first, last: Math.max(now.last, Math.min(now.last + AHEAD, count - 1)) };
  return now;
}

/** The visible pages of a list of any length. */
export function useMachineRows(
  orgId: OrganizationId,
  query: { readonly where: object; readonly order: readonly string[] },
  range: Rows,
): MachineRows {
  const params = { orgId };
  const from = Math.floor(range.first / PAGE);
  const pages = Array.from({ length: Math.floor(range.last / PAGE) - from + 1 }, (_, index) => from + index);
  const loaded = useQueries({
    queries: pages.map((page) => {
      const filter = JSON.stringify({ ...query, limit: PAGE, skip: page * PAGE });
      return { ...read(listOrganizationMachines, { params, query: { filter } }), refetchInterval: REFRESH_MS };
    }),
  });
  return {
    at: (index) => loaded[Math.floor(index / PAGE) - from]?.data?.[index % PAGE],
    error: loaded.some(({ data }) => data) ? undefined : (loaded.find(({ error }) => error)?.error ?? undefined),
    retry: () => {
      for (const page of loaded) void page.refetch();
    },
  };
}
