import { paths } from '@berth/web/paths/paths.ts';
import { useLayoutEffect, useState } from 'react';
import { type Location, useLocation } from 'react-router';
import { activeOrganizationId } from '../../data/active-organization.ts';

/** How the tab's lists were left: their filters and positions survive reloads, the rest does not. */
const STORED = 'lists';
const { views, positions } = readStored();
const states = new Map<string, unknown>();
addEventListener('pagehide', () =>
  sessionStorage.setItem(STORED, JSON.stringify({ views: [...views], positions: [...positions] })),
);

function readStored(): { readonly views: Map<string, string>; readonly positions: Map<string, number> } {
  const stored = JSON.parse(sessionStorage.getItem(STORED) ?? '{}');
  return { views: new Map(stored.views), positions: new Map(stored.positions) };
}

/** State of a list that is kept while its page is closed. */
export function useKept<Value>(key: string, initial: Value): readonly [Value, (next: Value) => void] {
  const place = inOrganization(key);
  const [value, setValue] = useState(() => (states.has(place) ? (states.get(place) as Value) : initial));
  const keep = (next: Value) => {
    states.set(place, next);
    setValue(next);
  };
  return [value, keep];
}

/** Scroll position of a list with a scroll bar of its own, in pixels. */
export function positionOf(view: string): number {
  return positions.get(inOrganization(view)) ?? 0;
}

export function keepPosition(view: string, top: number): void {
  positions.set(inOrganization(view), top);
}

const LISTS: ReadonlySet<string> = new Set([
  paths.machines(),
  paths.profiles(),
  paths.rollouts(),
  paths.schedules(),
  paths.enrollment(),
  paths.users(),
  paths.billing(),
  paths.audit(),
  paths.apiKeys(),
  paths.webhooks(),
  paths.openInvoices(),
  paths.productIds(),
]);

/** The list that a path shows, by its path without filter. */
function listAt(pathname: string): string | undefined {
  const path = pathname.replace(/\/deployment\/\w+\/?$/, '').replace(/\/$/, '');
  return LISTS.has(path) ? path : undefined;
}

/** The path of a list with the filter, sort and tab it was left with. */
export function pathOfList(list: string): string {
  return views.get(inOrganization(list)) ?? list;
}

/** Identifies a page's scroll position: a list's by its view, so that links restore it too, another's by its visit. */
export function scrollKey({ pathname, search, key }: Location): string {
  return listAt(pathname) === undefined ? key : inOrganization(`${pathname}${search}`);
}

/** Remembers the open list, and restores its position once its content is as high as before. */
export function useListMemory(): void {
  const location = useLocation();
  const { pathname, search } = location;
  const list = listAt(pathname);
  const place = scrollKey(location);
  useLayoutEffect(() => {
    if (list === undefined) return;
    views.set(inOrganization(list), pathname + search);
    return followPosition(place);
  }, [list, place, pathname, search]);
}

/** Returns a function that stops following. */
function followPosition(place: string): () => void {
  const before = positions.get(place) ?? 0;
  let isReached = before === 0;
  const settle = () => {
    isReached = true;
  };
  const reach = () => {
    if (isReached) return;
    scrollTo(0, before);
    isReached = Math.abs(scrollY - before) < 1;
  };
  const onScroll = () => isReached && positions.set(place, scrollY);
  const growth = new ResizeObserver(reach);
  growth.observe(document.body);
  const stopped = new AbortController();
  addEventListener('scroll', onScroll, { signal: stopped.signal, passive: true });
  // Stops once the user scrolls or presses a key.
  for (const act of ['wheel', 'touchmove', 'pointerdown', 'keydown']) {
    addEventListener(act, settle, { signal: stopped.signal, passive: true });
  }
  return () => {
    growth.disconnect();
    stopped.abort();
  };
}

function inOrganization(key: string): string {
  return `${activeOrganizationId() ?? ''} ${key}`;
}
